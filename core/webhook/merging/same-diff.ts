import { isFailure } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import { readContent } from '#core/scm/read-content.ts';
import type { HandlerContext } from '../pulls/context.ts';
import type { Pull } from '../pulls/pull.ts';

// A line begins behind \n alone: `^` with the flag `m` also matches behind a return and U+2028, which a
// stranger can write into a line.

const commitId = /^[0-9a-f]{40,64}$/;

/** Whether the pull request changes the same as it did at an earlier commit: it was only rebased, or
 * got the newest commits of its base branch. In doubt it does not. */
export async function hasSameDiff(
  context: Pick<HandlerContext, 'scm'>,
  pull: Pull,
  before: string,
): Promise<boolean> {
  if (!commitId.test(before)) return false;
  const [earlier, now] = await Promise.all([
    diffAt(context, pull, before),
    diffAt(context, pull, pull.headSha),
  ]);
  if (earlier === undefined || now === undefined || essence(earlier) !== essence(now)) return false;
  const parts = partsOf(now);
  const moved: Part[] = [];
  for (const [name, { base, content }] of partsOf(earlier)) {
    const part = parts.get(name);
    // On an equal base the same lines elsewhere are another change.
    if (!part || (part.base === base && part.content !== content)) return false;
    if (part.base !== base) moved.push(part);
  }
  if (moved.length > maxMoved) return false;
  return (await Promise.all(moved.map((part) => isInPlace(context, pull, part)))).every(Boolean);
}

/** Files that the base branch changed, too. */
const maxMoved = 20;

interface Part {
  readonly text: string;
  /** The blob at the base, and at the commit. */
  readonly base: string;
  readonly content: string;
}

/** By the first line of a file's part of the diff. Without blobs only its name changed, or its mode. */
function partsOf(diff: string): ReadonlyMap<string, Part> {
  return new Map(
    diff.split(/(?<![^\n])(?=diff --git )/).flatMap((text) => {
      const [, base, content] = /(?<![^\n])index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(text) ?? [];
      if (base === undefined || content === undefined) return [];
      return [[text.split('\n', 1)[0] ?? '', { text, base, content }] as const];
    }),
  );
}

/** Whether the lines that a file's part replaces are gone from it. If they are still there, the same
 * change was made at another place that looks the same, such as another block of a YAML file. */
async function isInPlace(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name, headSha: commit }: Pull,
  { text }: Part,
): Promise<boolean> {
  // Git ends a name that has spaces with a tab.
  const path = /(?<![^\n])\+\+\+ b\/([^\t\n]*)/.exec(text)?.[1];
  if (path === undefined) return !text.includes('\n@@');
  let file: string;
  try {
    file = `\n${(await readContent(scm, name, { path, commit })) ?? ''}\n`;
  } catch (error) {
    if (isFailure(error, 'unprocessable')) return false;
    throw error;
  }
  return text
    .split(/(?<![^\n])@@ [^\n]*\n/)
    .slice(1)
    .every((hunk) => {
      const lines = hunk.split('\n').filter((line) => /^[ -]/.test(line));
      return !file.includes(`\n${lines.map((line) => `${line.slice(1)}\n`).join('')}`);
    });
}

/** Against the base branch. Undefined: the commit is gone, or the diff is too large for the host. */
async function diffAt(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name, baseRef }: Pull,
  commit: string,
) {
  const range = `${encodeURIComponent(baseRef)}...${commit}`;
  try {
    const accept = 'application/vnd.github.diff';
    return (await scm.call(`${repositoryPath(name)}/compare/${range}`, { accept })).text();
  } catch (error) {
    if (isFailure(error, 'missing') || isFailure(error, 'upstream', 'not_acceptable')) {
      return undefined;
    }
    throw error;
  }
}

/** Like `git patch-id`, line numbers and blobs do not count; the blobs of a binary file are all that
 * the diff says of it, so they do. */
function essence(diff: string): string {
  return diff
    .replace(/(?<![^\n])index [^\n]*\n(?!Binary files )/g, '')
    .replace(/(?<![^\n])@@ -[\d,]+ \+[\d,]+ @@/g, '@@');
}
