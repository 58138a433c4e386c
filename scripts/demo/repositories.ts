import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureRepository, gitIn } from '../gallery/fixture-repository.ts';
import { projects } from './story/team.ts';

/** The working copy of a project, made at the first call. */
export function repositoryOf(folder: string, name: string): string {
  const repositories = join(folder, 'repositories');
  const project = projects.find((each) => each.name === name);
  if (!project) throw new Error(`no project ${name}`);
  if (existsSync(join(repositories, name))) return join(repositories, name);
  return fixtureRepository({ name: project.fixture, version: project.version }, repositories, name);
}

/** A commit with one more paragraph in a guide. Returns its SHA. */
export function commitGuide(folder: string, name: string, title: string, at: Date): string {
  const repository = repositoryOf(folder, name);
  const { guide = 'README.md' } = projects.find((each) => each.name === name) ?? {};
  appendFileSync(join(repository, guide), `\n## ${title}\n\nChanged together with its tests.\n`);
  const git = gitIn(repository, at.toISOString());
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message', title);
  return git('rev-parse', 'HEAD');
}
