import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures, type Kind } from './kinds.ts';

/** Copies a fixture into a folder and commits it. The commit is the same each time. */
export function fixtureRepository({ name, version }: Kind, folder: string): string {
  const repository = join(folder, name);
  cpSync(join(fixtures, name), repository, { recursive: true });
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'gallery',
    GIT_AUTHOR_EMAIL: 'gallery@example.test',
    GIT_COMMITTER_NAME: 'gallery',
    GIT_COMMITTER_EMAIL: 'gallery@example.test',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  };
  for (const words of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all', '--force'],
    ['commit', '--quiet', '--message', 'Release'],
    ['tag', version],
  ]) {
    execFileSync('git', words, { cwd: repository, env });
  }
  return repository;
}
