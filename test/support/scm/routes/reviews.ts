import { notFound, ok, page, refused, withPull } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import { type HostComment, type HostPull, type HostReview } from '#test/support/scm/state.ts';

export const longestBody = 65_536;

export const reviews: Routes = {
  'GET pulls/:number/comments': withPull((call, pull) =>
    page(
      call,
      published(pull).flatMap(({ commit_id, user, comments }) =>
        comments.map((comment) => ({ commit_id, user, ...comment, line: lineNow(pull, comment) })),
      ),
    ),
  ),
  // With the draft of the user who asks.
  'GET pulls/:number/reviews': withPull((call, pull) => page(call, pull.reviews)),
  'POST pulls/:number/reviews': withPull(create),
  'DELETE pulls/:number/reviews/:review': withPull(remove),
};

export function published({ reviews }: HostPull): HostReview[] {
  return reviews.filter(({ state }) => state !== 'PENDING');
}

const texts = new WeakMap<HostComment, string>();

/** Null: the diff has another line there by now. */
function lineNow({ description }: HostPull, comment: HostComment): number | null {
  const file = description.files.find(({ filename }) => filename === comment.path);
  const isThere = commentable(file?.patch).get(comment.line) === texts.get(comment);
  return isThere ? comment.line : null;
}

interface Posted {
  readonly commit_id?: string;
  readonly body?: string;
  readonly event?: string;
  readonly comments?: readonly Omit<HostComment, 'id'>[];
}

const events = {
  COMMENT: 'COMMENTED',
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
} as const;

function create({ host, viewer, ...call }: RouteCall, pull: HostPull): HostReply {
  const { commit_id = pull.headSha, body = '', event, comments = [] } = call.body as Posted;
  const { files: current, earlier } = pull.description;
  const files = commit_id === pull.headSha ? current : earlier?.[commit_id];
  if (!files) return refused('commit_id is not part of the pull request');
  if (pull.reviews.some(({ state }) => state === 'PENDING')) {
    return refused('User can only have one pending review per pull request');
  }
  if ((event === 'APPROVE' || event === 'REQUEST_CHANGES') && viewer === pull.author) {
    return refused('Can not approve or request changes on your own pull request');
  }
  if (event !== undefined && event !== 'APPROVE' && body.trim() === '') {
    return refused("body can't be blank");
  }
  if (body.length > longestBody) return refused('body is too long (maximum is 65536 characters)');
  for (const { path, line, side, start_line, start_side, body: text } of comments) {
    const file = files.find(({ filename }) => filename === path);
    if (!file) return refused('Path could not be resolved');
    const lines = commentable(file.patch);
    if (side !== 'RIGHT' || !lines.has(line)) return refused('Line could not be resolved');
    if (start_line !== undefined && !(start_side === side && isRange(lines, start_line, line))) {
      return refused('Start line must precede the end line, in the same hunk');
    }
    const problem = problemOfBody(text);
    if (problem) return problem;
  }
  const state = event === undefined ? 'PENDING' : events[event as keyof typeof events];
  const stored = comments.map((comment) => {
    const own = { id: host.nextId(), ...comment };
    const file = files.find(({ filename }) => filename === comment.path);
    texts.set(own, commentable(file?.patch).get(comment.line) ?? '');
    return own;
  });
  const user = { login: viewer, type: host.isApp ? 'Bot' : 'User' };
  const review: HostReview = {
    ...{ id: host.nextId(), commit_id, body, state, comments: stored, user },
    submitted_at: host.now().toISOString().replace(/\.\d+/, ''),
  };
  pull.reviews.push(review);
  for (const { id } of stored) {
    pull.threads.set(id, { isResolved: false, isOutdated: false, viewer: true });
  }
  return ok({ id: review.id, state });
}

function remove({ params }: RouteCall, { reviews }: HostPull): HostReply {
  const at = reviews.findIndex(({ id }) => id === Number(params['review']));
  const review = reviews[at];
  if (!review) return notFound;
  if (review.state !== 'PENDING')
    return refused('Can not delete a non-pending pull request review');
  reviews.splice(at, 1);
  return ok({ id: review.id });
}

export function problemOfBody(body: string): HostReply | undefined {
  if (body.trim() === '') return refused("body can't be blank");
  if (body.length <= longestBody) return undefined;
  return refused('body is too long (maximum is 65536 characters)');
}

function isRange(lines: ReadonlyMap<number, string>, start: number, end: number): boolean {
  if (start >= end) return false;
  return Array.from({ length: end - start }, (_, at) => start + at).every((at) => lines.has(at));
}

/** The lines of the new file that a patch shows. */
function commentable(patch = ''): Map<number, string> {
  const lines = new Map<number, string>();
  let next = 0;
  for (const line of patch.split('\n')) {
    const start = /^@@ -\S+ \+(\d+)/.exec(line)?.[1];
    if (start !== undefined) next = Number(start);
    else if (line.startsWith('+') || line.startsWith(' ')) lines.set(next++, line);
  }
  return lines;
}
