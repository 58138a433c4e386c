import { listFiles, type ChangedFile } from '#core/scm/changed-files.ts';
import type { Scm } from '#core/scm/client.ts';
import {
  readDiff,
  readPullRequest,
  type PullRequest,
  type PullRequestName,
} from '#core/scm/pull-request.ts';

interface Options {
  /** The diff from a local repository; undefined: it does not have the commits. */
  readonly localDiff: (pull: PullRequest) => Promise<string | undefined>;
  readonly warn: (message: string) => void;
}

/** Whether the host lists all files; otherwise says so. */
export function isListed(
  { changedFiles }: PullRequest,
  { length }: readonly ChangedFile[],
  warn: Options['warn'],
): boolean {
  if (length < changedFiles) warn(`The code host listed ${length} of ${changedFiles} files`);
  return length >= changedFiles;
}

/** As `pr diff` prints it. */
export async function readPullDiff(scm: Scm, name: PullRequestName, { localDiff, warn }: Options) {
  const pull = await readPullRequest(scm, name);
  const [whole, files] = await Promise.all([readDiff(scm, name), listFiles(scm, name)]);
  isListed(pull, files, warn);
  const diff = whole ?? (await localDiff(pull)) ?? assembled(files, warn);
  return {
    metadata: {
      owner: name.owner,
      repo: name.repo,
      pr_number: name.number,
      head_sha: pull.headSha,
      base_ref: pull.baseRef,
      title: pull.title,
      state: pull.state,
    },
    diff,
    files: files.map(({ path, status, additions, deletions, patch }) => {
      return { path, status, additions, deletions, patch };
    }),
  };
}

function assembled(files: readonly ChangedFile[], warn: Options['warn']): string {
  const without = files.filter(({ patch }) => patch === '').length;
  const gaps = without === 0 ? '' : `; ${without} of them have none`;
  warn(
    `The diff is too large for the code host: it was put together from the files' patches${gaps}`,
  );
  return files.map(fileDiff).join('');
}

function fileDiff({ path, status, patch, previousPath = path }: ChangedFile): string {
  const isNew = status === 'added';
  const isGone = status === 'removed';
  const lines = [
    `diff --git ${quoted(`a/${previousPath}`)} ${quoted(`b/${path}`)}`,
    ...(isNew ? ['new file mode 100644'] : isGone ? ['deleted file mode 100644'] : []),
    ...(status === 'renamed' ? [`rename from ${previousPath}`, `rename to ${path}`] : []),
    ...(patch === ''
      ? []
      : [
          `--- ${isNew ? '/dev/null' : quoted(`a/${previousPath}`)}`,
          `+++ ${isGone ? '/dev/null' : quoted(`b/${path}`)}`,
          patch.replace(/\n$/, ''),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** As git writes a path with special characters. */
function quoted(path: string): string {
  return /["\\\p{Cc}]/u.test(path) ? JSON.stringify(path) : path;
}
