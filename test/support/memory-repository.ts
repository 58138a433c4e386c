import type { RepositoryView } from '#core/ai/offline/repository.ts';

export function memoryRepository(files: Record<string, string>, name = 'folder'): RepositoryView {
  return { name, list: () => Object.keys(files), read: (path) => files[path] };
}
