import * as z from 'zod/mini';
import { listFiles } from '#core/scm/changed-files.ts';
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
  'Somebody who may push, or an approver, looks at it and comments `/security-override`.';

/** What somebody has to look at before a merge, in markdown, one sentence each. */
export async function suspicionsOf(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
): Promise<string[]> {
  const checks = context.settings.securityChecks;
  if (!checks) return [];
  const { 'suspicious-paths': paths = usualPaths, 'trusted-committers': trusted = [] } = checks;
  return [
    ...(await pathSuspicions(context, pull, paths)),
    ...(checks['committer-identity-check'] === false
      ? []
      : await committerSuspicions(context, pull, [hostCommitter, pull.author, ...trusted])),
  ];
}

/** A merge is blocked anyway when the code host does not list all files. */
async function pathSuspicions(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name }: Pull,
  paths: readonly string[],
): Promise<string[]> {
  const files = await listFiles(scm, name);
  const all = files.flatMap(({ path, previousPath }) =>
    previousPath === undefined ? [path] : [path, previousPath],
  );
  const suspicious = [...new Set(all.filter((path) => paths.some((each) => isIn(path, each))))];
  if (suspicious.length === 0) return [];
  return [`It changes what runs by itself: ${someOf(suspicious)}. ${override}`];
}

/** A path that ends with `/` is a folder. Either is meant at any depth, and in any case: some disks fold
 * it. */
function isIn(path: string, place: string): boolean {
  const [file, part] = [`/${path.toLowerCase()}`, `/${place.toLowerCase()}`];
  return part.endsWith('/') ? file.includes(part) : file.endsWith(part);
}

const commit = z.object({
  sha: z.string(),
  // Null: the address belongs to no account.
  committer: z.catch(z.nullable(z.object({ login: z.string() })), null),
});

async function committerSuspicions(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name, author }: Pull,
  trusted: readonly string[],
): Promise<string[]> {
  const commits = (await scm.all(`${pullPath(name)}/commits`)).map((each) => commit.parse(each));
  const isTrusted = new Set(trusted.map(lowerAscii));
  const others = commits.filter(
    ({ committer }) => !committer || !isTrusted.has(lowerAscii(committer.login)),
  );
  const people = others.map(({ committer }) => committer?.login ?? 'an unknown account');
  const who = `${someOf([...new Set(people)])} (${someOf(others.map(({ sha }) => sha.slice(0, 10)))})`;
  return [
    ...(others.length > 0
      ? [`Commits are by others than its author ${quote(author)}: ${who}. ${override}`]
      : []),
    ...(commits.length === 0 || commits.length >= maxCommits
      ? [`The code host lists ${commits.length} commits: who made all is not known. ${override}`]
      : []),
  ];
}

function someOf(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  return rest > 0 ? `${quoteAll(names.slice(0, maxNamed))} and ${rest} more` : quoteAll(names);
}
