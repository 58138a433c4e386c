import * as z from 'zod/mini';
import { pullPath } from '#core/scm/pull-request.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import type { HandlerContext } from '../pulls/context.ts';
import type { Pull } from '../pulls/pull.ts';
import { quote, quoteAll } from '../pulls/quote.ts';

/** What workflows, editors and agents run by themselves. */
const usualPaths = [
  '.github/workflows/',
  '.github/actions/',
  '.devcontainer/',
  '.vscode/',
  '.claude/',
  '.cursor/',
  '.pi/',
  '.mcp.json',
];
/** The code host itself, for what is written or merged on its pages. */
const hostCommitter = 'web-flow';

/** The code host lists no more commits of a pull request. */
const maxCommits = 250;
const maxNamed = 5;
const override =
  'Someone with push access or an approver has to review it and comment `/security-override`.';

/** What somebody has to look at before a merge, in markdown, one sentence each. `paths`: of the files that
 * it touches; a merge is blocked anyway when the code host does not list all. */
export async function suspicionsOf(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
  paths: readonly string[],
): Promise<string[]> {
  const checks = context.settings.securityChecks;
  if (!checks) return [];
  const { 'suspicious-paths': places = usualPaths, 'trusted-committers': trusted = [] } = checks;
  return [
    ...pathSuspicions(paths, places),
    ...(checks['committer-identity-check'] === false
      ? []
      : await committerSuspicions(context, pull, [hostCommitter, pull.author, ...trusted])),
  ];
}

function pathSuspicions(paths: readonly string[], places: readonly string[]): string[] {
  const suspicious = paths.filter((path) => places.some((place) => isIn(path, place)));
  if (suspicious.length === 0) return [];
  return [
    `It changes files that run automatically: ${quoteAll(suspicious, maxNamed)}. ${override}`,
  ];
}

/** A place that ends with `/` is a folder, and may begin with `/` or `./`. Either is meant at any depth, and in any case: some disks fold
 * it. */
function isIn(path: string, place: string): boolean {
  const file = `/${path.toLowerCase()}`;
  const part = `/${place.toLowerCase().replace(/^\.?\//, '')}`;
  return part.endsWith('/') ? file.includes(part) : file.endsWith(part);
}

const shape = z.object({
  sha: z.string(),
  // Null: the address belongs to no account.
  committer: z.catch(z.nullable(z.object({ login: z.string() })), null),
});

async function committerSuspicions(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name, author }: Pull,
  trusted: readonly string[],
): Promise<string[]> {
  const commits = await scm.all(`${pullPath(name)}/commits`, { shape });
  const isTrusted = new Set(trusted.map(lowerAscii));
  const others = commits.filter(
    ({ committer }) => !committer || !isTrusted.has(lowerAscii(committer.login)),
  );
  const people = others.map(({ committer }) => committer?.login ?? 'an unknown account');
  const commitNames = others.map(({ sha }) => sha.slice(0, 10));
  const who = `${quoteAll(new Set(people), maxNamed)} (${quoteAll(commitNames, maxNamed)})`;
  return [
    ...(others.length > 0
      ? [`Commits are by others than its author ${quote(author)}: ${who}. ${override}`]
      : []),
    ...(commits.length === 0 || commits.length >= maxCommits
      ? [`The code host lists ${commits.length} commits, so not all authors are known. ${override}`]
      : []),
  ];
}
