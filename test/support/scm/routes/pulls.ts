import { createHash } from 'node:crypto';
import { notFound, ok, page, withPull } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import { base, type HostFile, type HostPull } from '#test/support/scm/state.ts';
import { compared } from '#test/support/scm/git-objects.ts';
import { labelOf } from './labels.ts';

export const pulls: Routes = {
  'GET pulls/:number': withPull(read),
  'GET pulls/:number/files': withPull((call, { description }) =>
    page(call, description.files.map(filled)),
  ),
  'PUT pulls/:number/merge': withPull(merge),
  'PATCH pulls/:number': withPull(edit),
  'GET commits/:sha/pulls': (call) => {
    const { repository, params } = call;
    const open = [...repository.pulls.values()].filter(({ headSha }) => headSha === params['sha']);
    return page(
      call,
      open.map((pull) => metadata(call, pull)),
    );
  },
  'GET compare/:range': compare,
};

function read(call: RouteCall, pull: HostPull): HostReply {
  const { description } = pull;
  if (!call.request.headers['accept']?.includes('diff')) return ok(metadata(call, pull));
  if (!description.tooLarge) return ok(description.diff ?? '');
  const message = 'Sorry, the diff exceeded the maximum number of lines (20000)';
  return { status: 406, body: { message, errors: [{ code: 'too_large' }] } };
}

export function metadata({ repository }: RouteCall, pull: HostPull) {
  const isStale = pull.isStale === true;
  pull.isStale = false;
  const { description, number, headSha, headRef, baseRef } = pull;
  const { title = 'A change', state = 'open', files } = description;
  const sum = (key: 'additions' | 'deletions') =>
    files.reduce((lines, file) => lines + (file[key] ?? 0), 0);
  const people = (logins: Iterable<string>) => [...logins].map((login) => ({ login }));
  return {
    node_id: `PR_${number}`,
    ...{ number, title, state, body: null, draft: pull.isDraft, merged: pull.isMerged },
    user: { login: pull.author, type: 'User' },
    head: { sha: headSha, ref: headRef, repo: { full_name: repository.fullName } },
    base: { sha: repository.branches.get(baseRef) ?? base, ref: baseRef },
    ...{ mergeable: isStale ? null : pull.mergeable, mergeable_state: pull.mergeableState },
    merge_commit_sha: pull.mergeCommit,
    labels: [...pull.labels].map((name) => labelOf(repository, name)),
    assignees: people(pull.assignees),
    requested_reviewers: people(pull.requestedReviewers),
    ...{ additions: sum('additions'), deletions: sum('deletions'), changed_files: files.length },
    ...{ commits: pull.commits ?? 1, updated_at: pull.updatedAt ?? '2026-03-01T10:00:00Z' },
    html_url: `https://host/${repository.fullName}/pull/${number}`,
    ...description.metadata,
  };
}

function merge({ body, host, repository }: RouteCall, pull: HostPull): HostReply {
  const not = (message: string): HostReply => ({ status: 405, body: { message } });
  if (pull.isMerged || pull.description.state === 'closed' || pull.isDraft) {
    return not('Pull Request is not mergeable');
  }
  if (body['sha'] !== undefined && body['sha'] !== pull.headSha) {
    const message = 'Head branch was modified. Review and try the merge again.';
    return { status: 409, body: { message } };
  }
  if (pull.mergeable !== true) return not('Pull Request is not mergeable');
  pull.isMerged = true;
  // The host looks for conflicts of the others when it is asked for them.
  for (const other of repository.pulls.values()) {
    if (other.baseRef === pull.baseRef && other !== pull) other.isStale = true;
  }
  pull.mergeCommit = String(host.nextId()).padStart(40, 'd');
  pull.description = { ...pull.description, state: 'closed' };
  return ok({ sha: pull.mergeCommit, merged: true, message: 'Pull Request successfully merged' });
}

function edit(call: RouteCall, pull: HostPull): HostReply {
  const { title } = call.body;
  if (typeof title === 'string') pull.description = { ...pull.description, title };
  return ok(metadata(call, pull));
}

/** With the first 300 files, or the diff, that the pull request had at the second commit. */
function compare({ repository, params, request }: RouteCall): HostReply {
  const commit = (params['range'] ?? '').split('...')[1] ?? '';
  for (const { description, headSha } of repository.pulls.values()) {
    const files = description.earlier?.[commit] ?? (headSha === commit ? description.files : null);
    if (!files) continue;
    const isDiff = request.headers['accept']?.includes('diff');
    if (!isDiff) return ok({ files: files.slice(0, 300).map(filled) });
    // The blob before is that of the merge base.
    const side = description.rebased?.includes(commit) ? 'rebased' : 'base';
    return ok(files.map((file) => diffOf(file, side)).join(''));
  }
  const answer = compared(repository, params['range'] ?? '');
  return answer ? ok(answer) : notFound;
}

function diffOf({ filename, patch = '' }: HostFile, side: string): string {
  const names = `a/${filename} b/${filename}`;
  const blob = (content: string) => createHash('sha1').update(content).digest('hex').slice(0, 7);
  const blobs = `${blob(side + filename)}..${blob(side + patch)}`;
  return `diff --git ${names}\nindex ${blobs} 100644\n--- a/${filename}\n+++ b/${filename}\n${patch}\n`;
}

function filled(file: HostFile) {
  return { status: 'modified', additions: 0, deletions: 0, ...file };
}
