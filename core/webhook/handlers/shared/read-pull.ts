import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import { pullPath, type PullRequestName } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../handler.ts';

/** A pull request as the code host has it now. A payload may be old, this is not. */
export interface Pull {
  readonly name: PullRequestName;
  readonly number: number;
  readonly title: string;
  readonly author: string;
  readonly isOpen: boolean;
  readonly isDraft: boolean;
  readonly isMerged: boolean;
  /** null: the host has not computed it yet. */
  readonly mergeable: boolean | null;
  /** `behind`: the host wants the newest commits of the base branch first. */
  readonly mergeState: string;
  readonly headSha: string;
  readonly headRef: string;
  readonly baseRef: string;
  /** Once it is merged. */
  readonly mergeCommit: string | null;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly requestedReviewers: readonly string[];
  readonly additions: number;
  readonly deletions: number;
  readonly changedFiles: number;
  /** Of anything about it. */
  readonly updatedAt: string;
}

const text = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);
const count = z.catch(z.number(), 0);
const people = z.catch(z.array(z.object({ login: z.string() })), []);
const schema = z.object({
  ...{ number: z.int(), title: text, state: text, draft: flag, merged: flag },
  user: z.catch(z.object({ login: z.string() }), { login: '' }),
  mergeable: z.catch(z.nullable(z.boolean()), null),
  mergeable_state: text,
  head: z.object({ sha: z.string(), ref: text }),
  base: z.object({ ref: z.string() }),
  merge_commit_sha: z.catch(z.nullable(z.string()), null),
  labels: z.catch(z.array(z.object({ name: z.string() })), []),
  ...{ assignees: people, requested_reviewers: people, additions: count, deletions: count },
  ...{ changed_files: count, updated_at: text },
});

export async function readPull(
  { scm, settings }: Pick<HandlerContext, 'scm' | 'settings'>,
  number: number,
): Promise<Pull> {
  const [owner = '', repo = ''] = settings.fullName.split('/');
  const name = { owner, repo, number: String(number) };
  const { data } = schema.safeParse(await scm.json(pullPath(name)));
  if (!data) {
    throw new Failure('upstream', 'unreadable', 'The pull request is not as expected');
  }
  const { head, base, labels, assignees, requested_reviewers: reviewers, ...rest } = data;
  return {
    ...{ name, number: rest.number, title: rest.title, author: rest.user.login },
    ...{ isOpen: rest.state === 'open', isDraft: rest.draft, isMerged: rest.merged },
    ...{ mergeable: rest.mergeable, mergeState: rest.mergeable_state },
    ...{ headSha: head.sha, headRef: head.ref, baseRef: base.ref },
    mergeCommit: rest.merged ? rest.merge_commit_sha : null,
    labels: labels.map((label) => label.name),
    assignees: assignees.map(({ login }) => login),
    requestedReviewers: reviewers.map(({ login }) => login),
    ...{ additions: rest.additions, deletions: rest.deletions },
    ...{ changedFiles: rest.changed_files, updatedAt: rest.updated_at },
  };
}
