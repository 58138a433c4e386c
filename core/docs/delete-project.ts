import { endGrantsOn } from '../identity/grants.ts';
import { Failure, isFailure } from '../platform/failure.ts';
import type { Platform, Stored } from '../platform/ports.ts';
import { projectFiles } from './project-files.ts';
import { forgetSite } from './site-cache.ts';
import { removeHistory } from './store.ts';
import { projects, type Project } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed'>;

/**
 * Removes a project with its access, history and files. It is gone at one moment, and only if
 * nothing has begun to generate it meanwhile; what a crash leaves after that is taken away by the
 * next project of the name.
 */
export async function deleteProject(needs: Needs, project: Stored<Project>): Promise<void> {
  const { owner, name, status, version } = project;
  if (status === 'generating') throw inProgress(name);
  // A project of this name that comes later must not be open to those who could see this one.
  await endGrantsOn(needs, project);
  try {
    await needs.records.delete(projects, { owner, name }, { version });
  } catch (error) {
    throw isFailure(error, 'conflict', 'changed') ? inProgress(name) : error;
  }
  await endGrantsOn(needs, project);
  await removeHistory(needs, project);
  const { root, site } = projectFiles(project);
  forgetSite(needs.blobs, site);
  await needs.blobs.deletePrefix(root);
}

function inProgress(name: string): Failure {
  const message = `Cannot delete '${name}' while generation is in progress`;
  return new Failure('conflict', 'in_progress', message);
}
