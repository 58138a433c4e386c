import * as z from 'zod/mini';
import { pullPath } from '#core/scm/pull-request.ts';
import { skip, type HandlerContext } from './context.ts';

const text = z.catch(z.string(), '');
const count = z.catch(z.number(), 0);
const user = z.object({ login: z.string() });
/** What decides about a merge has no default: without it the pull request cannot be read. */
const shape = z.object({
  number: z.int(),
  title: text,
  state: text,
  draft: z.boolean(),
  merged: z.boolean(),
  // null: the account is deleted.
  user: z.nullable(user),
  mergeable: z.catch(z.nullable(z.boolean()), null),
  mergeable_state: text,
  /** Without a repository: it is deleted. */
  head: z.object({
    sha: z.string(),
    repo: z.catch(z.nullable(z.object({ full_name: z.string() })), null),
  }),
  base: z.object({ ref: z.string() }),
  labels: z.array(z.object({ name: z.string() })),
  assignees: z.catch(z.array(user), []),
  requested_reviewers: z.catch(z.array(user), []),
  additions: count,
  deletions: count,
  changed_files: z.number(),
  updated_at: text,
});

type Context = Pick<HandlerContext, 'scm' | 'settings'>;

/** A pull request as the code host has it now. A payload may be old, this is not. */
export type Pull = Readonly<Awaited<ReturnType<typeof readPull>>>;

export async function readPull({ scm, settings }: Context, number: number) {
  const [owner = '', repo = ''] = settings.fullName.split('/');
  const name = { owner, repo, number: String(number) };
  const data = await scm.json(pullPath(name), { shape });
  return {
    name,
    number: data.number,
    title: data.title,
    author: data.user?.login ?? '',
    isOpen: data.state === 'open',
    isDraft: data.draft,
    isMerged: data.merged,
    /** null: the host has not computed it yet. */
    mergeable: data.mergeable,
    /** `behind`: the host wants the newest commits of the base branch first. */
    mergeState: data.mergeable_state,
    headSha: data.head.sha,
    /** `owner/name`; null: not known. Another one is a fork. */
    headRepository: data.head.repo?.full_name ?? null,
    baseRef: data.base.ref,
    labels: data.labels.map((label) => label.name) as readonly string[],
    assignees: data.assignees.map(({ login }) => login),
    requestedReviewers: data.requested_reviewers.map(({ login }) => login),
    /** Changed lines. */
    size: data.additions + data.deletions,
    changedFiles: data.changed_files,
    /** When anything about it changed. */
    updatedAt: data.updated_at,
  };
}

/** Whether it is a draft, or has newer commits than an event, whose own event follows; the log says
 * so. */
export async function isSkipped(
  context: Pick<HandlerContext, 'log'>,
  pull: Pull,
  sha: string,
): Promise<boolean> {
  const reason =
    pull.headSha !== sha ? 'there are newer commits' : pull.isDraft ? 'it is a draft' : undefined;
  if (reason !== undefined) await skip(context, reason);
  return reason !== undefined;
}

/** The pull request, which the log names from now on. */
export async function loggedPull(
  context: Context & Pick<HandlerContext, 'log'>,
  number: number,
): Promise<Pull> {
  const pull = await readPull(context, number);
  const { title, author } = pull;
  context.log.pullRequest({ number, title, author });
  return pull;
}
