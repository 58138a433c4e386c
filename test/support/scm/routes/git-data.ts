import {
  history,
  isAncestor,
  mergedTree,
  readCommit,
  writeCommit,
} from '#test/support/scm/git-objects.ts';
import {
  created,
  noContent,
  notFound,
  ok,
  page,
  refused,
  withPull,
} from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import { newPull, type HostPull } from '#test/support/scm/state.ts';
import { metadata } from './pulls.ts';

export const gitData: Routes = {
  'GET git/commits/:sha': ({ repository, params }) => {
    const commit = readCommit(repository, params['sha'] ?? '');
    return commit ? ok(commit) : notFound;
  },
  'POST git/commits': ({ repository, body }) => {
    const commit = writeCommit(repository, body as unknown as Parameters<typeof writeCommit>[1]);
    return commit ? created(commit) : refused('Tree SHA does not exist');
  },
  'POST git/refs': ({ repository, body }) => {
    const { ref, sha } = body as { ref: string; sha: string };
    const name = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
    if (name === undefined || !readCommit(repository, sha)) {
      return refused('Reference name or object is invalid');
    }
    if (repository.branches.has(name)) return refused('Reference already exists');
    repository.branches.set(name, sha);
    return created({ ref, object: { sha } });
  },
  'PATCH git/refs/heads/*': ({ repository, params, body }) => {
    const { rest: name = '' } = params;
    const { sha, force = false } = body as { sha: string; force?: boolean };
    const earlier = repository.branches.get(name);
    if (earlier === undefined) return refused('Reference does not exist');
    if (!force && !isAncestor(repository, earlier, sha)) {
      return refused('Update is not a fast forward');
    }
    repository.branches.set(name, sha);
    return ok({ ref: `refs/heads/${name}`, object: { sha } });
  },
  'DELETE git/refs/heads/*': ({ repository, params }) =>
    repository.branches.delete(params['rest'] ?? '')
      ? noContent
      : refused('Reference does not exist'),
  'POST merges': merge,
  'GET commits': (call) => {
    const { repository, url } = call;
    const all = history(repository, url.searchParams.get('sha') ?? '', 300);
    return page(call, all.map(listed));
  },
  'GET pulls/:number/commits': withPull((call, { headSha, commits = 1 }) => {
    const all = history(call.repository, headSha, commits).toReversed();
    return page(call, all.map(listed));
  }),
  'GET pulls': (call) => {
    const { repository, url } = call;
    const [head, base] = [url.searchParams.get('head'), url.searchParams.get('base')];
    const state = url.searchParams.get('state') ?? 'open';
    const owner = repository.fullName.split('/')[0];
    const found = [...repository.pulls.values()].filter(
      (pull) =>
        (head === null || head === `${owner}:${pull.headRef}`) &&
        (base === null || base === pull.baseRef) &&
        (state === 'all' || (pull.description.state ?? 'open') === state),
    );
    return page(
      call,
      found.map((pull) => metadata(call, pull)),
    );
  },
  'POST pulls': open,
};

function listed({
  sha,
  message,
  tree,
  parents,
  author,
}: NonNullable<ReturnType<typeof readCommit>>) {
  return { sha, commit: { message, tree, author }, parents };
}

function merge({ repository, body }: RouteCall): HostReply {
  const { base, head, commit_message: message = '' } = body as Record<string, string>;
  const ours = repository.branches.get(base ?? '');
  const theirs = repository.branches.get(head ?? '') ?? head ?? '';
  if (ours === undefined || !readCommit(repository, theirs)) return notFound;
  if (isAncestor(repository, theirs, ours)) return noContent;
  const tree = mergedTree(repository, ours, theirs);
  if (tree === null) return { status: 409, body: { message: 'Merge conflict' } };
  const commit = writeCommit(repository, { message, tree, parents: [ours, theirs] });
  if (!commit) return notFound;
  repository.branches.set(base ?? '', commit.sha);
  return created(listed(commit));
}

function open(call: RouteCall): HostReply {
  const { repository, viewer } = call;
  const { title = '', head = '', base = '', body } = call.body as Record<string, string>;
  const [headSha, baseSha] = [repository.branches.get(head), repository.branches.get(base)];
  const invalid = (field: string) => refused({ resource: 'PullRequest', code: 'invalid', field });
  if (headSha === undefined) return invalid('head');
  if (baseSha === undefined) return invalid('base');
  if (headSha === baseSha) return refused(`No commits between ${base} and ${head}`);
  const all = [...repository.pulls.values()];
  const isOpen = ({ description }: HostPull) => (description.state ?? 'open') === 'open';
  if (all.some((pull) => isOpen(pull) && pull.headRef === head && pull.baseRef === base)) {
    return refused(
      `A pull request already exists for ${repository.fullName.split('/')[0]}:${head}.`,
    );
  }
  const number = Math.max(...repository.pulls.keys()) + 1;
  const pull = newPull(number, { files: [], title, metadata: { body } });
  Object.assign(pull, { author: viewer, headRef: head, headSha, baseRef: base });
  repository.pulls.set(number, pull);
  return created(metadata(call, pull));
}
