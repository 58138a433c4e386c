import { repositoryName } from '#core/text/url.ts';
import type { EffectiveParams } from '#core/analysis/base/schema/params.ts';
import { artifactsFolder } from '#core/analysis/base/schema/request.ts';

type Repositories = Pick<EffectiveParams, 'tests_repo_url' | 'additional_repos'>;

export interface Folders {
  /** Of the tests repository; undefined: there is none. */
  readonly tests: string | undefined;
  /** Of all repositories. */
  readonly all: readonly string[];
}

/** The folders of a workspace, one for each repository. An additional repository has its own name,
 * the tests repository the name in its URL. */
export function foldersOf({ tests_repo_url: url, additional_repos }: Repositories): Folders {
  const names = additional_repos.map(({ name }) => name);
  if (url === null) return { tests: undefined, all: names };
  const taken = new Set([artifactsFolder, ...names.map((name) => name.toLowerCase())]);
  let tests = nameIn(url);
  while (taken.has(tests.toLowerCase())) tests += '-tests';
  return { tests, all: [tests, ...names] };
}

function nameIn(url: string): string {
  const name = repositoryName(url).replace(/[^\w.-]+/g, '-');
  return name.replace(/^[.-]+/, '') || 'tests';
}
