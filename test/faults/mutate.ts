import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { faults } from './faults.ts';

export const root = resolve(import.meta.dirname, '../..');

/**
 * The only file of the fault's room that has its text, and the file's text with the fault. Where a
 * file lies does not matter, so that it may move.
 */
export function mutate([room, text, replacement]: (typeof faults)[number], tree = root) {
  const folder = join(tree, 'core', room);
  const found = globSync('**/*.ts', { cwd: folder }).flatMap((name) => {
    const parts = readFileSync(join(folder, name), 'utf8').split(text);
    return parts.length > 1 ? [{ file: join(folder, name), parts }] : [];
  });
  const [only] = found;
  if (!only || found.length > 1 || only.parts.length > 2) {
    throw new Error(`core/${room} has not exactly once: ${text}`);
  }
  return { file: only.file, mutant: only.parts.join(replacement) };
}
