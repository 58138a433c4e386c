import type { ReadFile } from '../../ports/files/files.ts';

export const readLocalFile: ReadFile = async (path) => {
  const { readFile } = await import('node:fs/promises');
  return readFile(path, 'utf8').catch(() => undefined);
};
