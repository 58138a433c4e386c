import { codeHost } from '#core/text/code-host.ts';
import { foldersOf } from '../../../explain/workspace/workspace.ts';
import type { EffectiveParams } from '../../../base/schema/params.ts';

/** Where a source can be read; undefined: it is no file of a repository with a web page. */
export type EvidenceLink = (source: string, line: string) => string | undefined;

type Repositories = Pick<EffectiveParams, 'tests_repo_url' | 'tests_repo_ref' | 'additional_repos'>;

/** Links to files of the cloned repositories, on their code hosts. A source begins with the folder of
 * its repository; of the tests repository it may be without it. */
export function evidenceLinks(params: Repositories): EvidenceLink {
  const { tests_repo_url: url, tests_repo_ref: ref, additional_repos } = params;
  const host = (address: string | null, name: string | null) => codeHost(address, name || 'HEAD');
  const hosts = new Map(additional_repos.map((repo) => [repo.name, host(repo.url, repo.ref)]));
  const tests = host(url, ref);
  const folder = foldersOf(params).tests;
  return (source, line) => {
    const path = source.replace(/^\.?\//, '');
    // What the model was given besides files has a name without a dot.
    if (!/\.\w+$/.test(path) || path.startsWith('build-artifacts/')) return undefined;
    const [first = '', ...rest] = path.split('/');
    const number = /^\d+$/.test(line) ? Number(line) : null;
    if (rest.length > 0 && hosts.has(first)) return hosts.get(first)?.link(rest.join('/'), number);
    const inTests = rest.length > 0 && first === folder ? rest.join('/') : path;
    return tests?.link(inTests, number);
  };
}
