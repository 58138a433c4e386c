import type { RepositoryView } from '../../../scripts/offline-writer/repository/repository.ts';

export function memoryRepository(files: Record<string, string>, name = 'folder'): RepositoryView {
  return { name, list: () => Object.keys(files), read: (path) => files[path] };
}
