import { repositoryPath } from '#core/scm/pull-request.ts';
import type { RepositorySettings } from '../../configuration/repository-settings.ts';

/** The path of the repository in the API. It is the configuration's: a payload chooses no paths. */
export function pathOf({ fullName }: Pick<RepositorySettings, 'fullName'>): string {
  const [owner = '', repo = ''] = fullName.split('/');
  return repositoryPath({ owner, repo });
}
