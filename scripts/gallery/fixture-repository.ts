import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fixtures, type Kind } from './kinds.ts';

/** Runs git in a repository, as nobody in particular and at that time. */
export function gitIn(repository: string, at: string): (...words: readonly string[]) => string {
  const env = {
    PATH: process.env['PATH'],
    HOME: dirname(repository),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'gallery',
    GIT_AUTHOR_EMAIL: 'gallery@example.test',
    GIT_COMMITTER_NAME: 'gallery',
    GIT_COMMITTER_EMAIL: 'gallery@example.test',
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_DATE: at,
  };
  return (...words) =>
    execFileSync('git', words, { cwd: repository, env, encoding: 'utf8' }).trim();
}

/** Copies a fixture into a folder and commits it. The commit is the same each time. */
export function fixtureRepository(
  { name, version }: Pick<Kind, 'name' | 'version'>,
  folder: string,
  as = name,
): string {
  const repository = join(folder, as);
  cpSync(join(fixtures, name), repository, { recursive: true });
  const git = gitIn(repository, '2026-01-01T00:00:00Z');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message', 'Release');
  git('tag', version);
  return repository;
}
