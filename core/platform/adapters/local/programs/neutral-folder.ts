import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { onDisk } from '../../rules/storage-failure.ts';

/**
 * A folder without settings of any tool, cleared before each use. Gemini searches this folder and
 * the folders above for an environment file: the empty `.gemini/.env` prevents that it reads our
 * `.env` with its secrets.
 */
export function neutralFolder(directory: string): () => Promise<string> {
  const folder = resolve(directory);
  const settings = join(folder, '.gemini');
  return () =>
    onDisk(async () => {
      mkdirSync(settings, { recursive: true, mode: 0o700 });
      await clear(folder, '.gemini');
      const empty = join(settings, '.env');
      const there = lstatSync(empty, { throwIfNoEntry: false });
      const isEmpty = there?.isFile() && there.size === 0;
      await clear(settings, isEmpty ? '.env' : '');
      if (!isEmpty) writeFileSync(empty, '');
      return folder;
    });
}

async function clear(folder: string, except: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (name !== except) await rm(join(folder, name), { recursive: true, force: true });
  }
}
