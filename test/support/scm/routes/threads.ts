import { ok } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import { published } from './reviews.ts';

export const threads: Routes = { 'POST /graphql': graphql };

interface Query {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

function graphql({ host, body, viewer }: RouteCall): HostReply {
  const { query, variables } = body as unknown as Query;
  if (query.startsWith('query Viewer')) return ok({ data: { viewer: { login: viewer } } });
  if (query.startsWith('query Threads')) return list({ host, variables });
  if (query.startsWith('mutation UpdateBranch')) return updateBranch({ host, variables });
  for (const { pulls } of host.repositories.values()) {
    for (const { threads } of pulls.values()) {
      const thread = threads.get(Number(variables['id']));
      if (!thread) continue;
      thread.isResolved = true;
      return ok({ data: { resolveReviewThread: { thread: { id: '' } } } });
    }
  }
  return ok({ data: null, errors: [{ type: 'NOT_FOUND' }] });
}

function updateBranch({
  host,
  variables: { id, head, method },
}: Pick<RouteCall, 'host'> & Pick<Query, 'variables'>): HostReply {
  const no = (message: string) =>
    ok({ data: { updatePullRequestBranch: null }, errors: [{ type: 'UNPROCESSABLE', message }] });
  const all = [...host.repositories.values()].flatMap(({ pulls }) => [...pulls.values()]);
  const pull = all.find(({ number }) => id === `PR_${number}`);
  if (!pull) return no('Could not resolve to a node');
  if (pull.headSha !== head) return no('Head sha did not match expected_head_oid');
  if (pull.mergeable === false) return no('merge conflict between base and head');
  if (pull.mergeableState !== 'behind') return no('There are no new commits on the base branch.');
  host.changes.push(`update branch ${pull.number} ${String(method)}`);
  pull.headSha = 'e'.repeat(40);
  pull.mergeableState = 'clean';
  return ok({ data: { updatePullRequestBranch: { pullRequest: { headRefOid: pull.headSha } } } });
}

function list({ host, variables }: Pick<RouteCall, 'host'> & Pick<Query, 'variables'>): HostReply {
  const { owner, repo, number, after } = variables;
  const repository = host.repositories.get(`${owner as string}/${repo as string}`);
  const pull = repository?.pulls.get(Number(number));
  if (!pull) return ok({ data: { repository: null }, errors: [{ type: 'NOT_FOUND' }] });
  const drafts = pull.reviews.filter(({ state }) => state === 'PENDING');
  const hidden = new Set(drafts.flatMap(({ comments }) => comments.map(({ id }) => id)));
  const texts = published(pull).flatMap(({ comments }) => comments);
  const nodes = [...pull.threads].flatMap(([id, { viewer, ...state }]) => {
    if (hidden.has(id)) return [];
    const text = texts.find((comment) => comment.id === id)?.body ?? '';
    const first = [{ body: text, viewerDidAuthor: viewer }];
    return [{ id: String(id), ...state, viewerCanResolve: true, comments: { nodes: first } }];
  });
  // Two at a time, so that every test of more pages through.
  const from = Number(after ?? 0);
  const pageInfo = { hasNextPage: from + 2 < nodes.length, endCursor: String(from + 2) };
  const reviewThreads = { pageInfo, nodes: nodes.slice(from, from + 2) };
  return ok({ data: { repository: { pullRequest: { reviewThreads } } } });
}
