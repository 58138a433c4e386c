import * as z from 'zod/mini';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Scm } from './client.ts';

export interface PullRequestName {
  readonly owner: string;
  readonly repo: string;
  /** Digits. */
  readonly number: string;
}

const text = z.catch(z.string(), '');
const schema = z.object({
  head: z.object({ sha: text }),
  base: z.object({ ref: text, sha: text }),
  title: text,
  state: text,
  changed_files: z.catch(z.number(), 0),
});

export interface PullRequest {
  readonly headSha: string;
  readonly baseRef: string;
  /** Empty: the host did not say. */
  readonly baseSha: string;
  readonly title: string;
  readonly state: string;
  readonly changedFiles: number;
}

export const limits = { metadata: 60_000, diff: 120_000, files: 120_000 };

/** The path of the pull request in the API. */
export function pullPath({ owner, repo, number }: PullRequestName): string {
  return `${repositoryPath({ owner, repo })}/pulls/${number}`;
}

export function repositoryPath({ owner, repo }: Pick<PullRequestName, 'owner' | 'repo'>): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}

export async function readPullRequest(scm: Scm, name: PullRequestName): Promise<PullRequest> {
  const timeoutMilliseconds = limits.metadata;
  const answer = (await scm.json(pullPath(name), { timeoutMilliseconds })) as object | null;
  const { data } = schema.safeParse({ head: {}, base: {}, ...answer });
  if (!data?.head.sha) throw missing('head SHA');
  if (!data.base.ref) throw missing('base ref');
  const { head, base, title, state, changed_files: changedFiles } = data;
  return { headSha: head.sha, baseRef: base.ref, baseSha: base.sha, title, state, changedFiles };
}

function missing(what: string): Failure {
  return new Failure('upstream', 'bad_metadata', `Failed to extract ${what} from PR metadata`);
}

/** The unified diff. Undefined: it is larger than the host gives in one piece (406). */
export async function readDiff(scm: Scm, name: PullRequestName): Promise<string | undefined> {
  try {
    const reply = await scm.call(pullPath(name), {
      accept: 'application/vnd.github.diff',
      timeoutMilliseconds: limits.diff,
    });
    return reply.text();
  } catch (error) {
    if (isFailure(error, 'upstream', 'not_acceptable')) return undefined;
    throw error;
  }
}
