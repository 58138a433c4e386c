import * as z from 'zod/mini';
import { shaped, type Scm } from './client.ts';
import type { PullRequestName } from './pull-request.ts';

const node = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  viewerCanResolve: z.boolean(),
  comments: z.object({
    nodes: z.array(z.object({ body: z.string(), viewerDidAuthor: z.boolean() })),
  }),
});
const schema = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
        nodes: z.array(node),
      }),
    }),
  }),
});

export type Thread = z.output<typeof node>;

// Only the GraphQL API knows threads.
const query = `query Threads($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) {
    reviewThreads(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id isResolved isOutdated viewerCanResolve
        comments(first: 1) { nodes { body viewerDidAuthor } } } } } } }`;
const mutation = `mutation Resolve($id: ID!) {
  resolveReviewThread(input: { threadId: $id }) { thread { id } } }`;

export async function listThreads(scm: Scm, name: PullRequestName): Promise<Thread[]> {
  const threads: Thread[] = [];
  let after: string | null = null;
  do {
    const { owner, repo } = name;
    const variables = { owner, repo, number: Number(name.number), after };
    const answer: unknown = await scm.graphql(query, variables);
    const { nodes, pageInfo } = shaped(answer, schema).repository.pullRequest.reviewThreads;
    threads.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return threads;
}

export async function resolveThread(scm: Scm, id: string): Promise<void> {
  await scm.graphql(mutation, { id });
}
