import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { sendMention } from '../../base/raise-alert.ts';
import { recordPerson } from '../../base/identity.ts';
import { readCompleted } from '../../jobs/read-job.ts';
import { notBlank } from '../../base/schema/request.ts';
import { target } from '../../base/schema/result.ts';
import type { CommentView } from '../../base/schema/records.ts';
import { comments, mentions } from '../../base/tables/discussion-tables.ts';
import { findTarget } from './find-target.ts';
import { mentionsIn } from './mentions.ts';
import { recount } from './review.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock' | 'queue' | 'log'>;

const maxLength = 10_000;

export const commentBody = z.object({
  ...target,
  comment: z
    .string()
    .check(notBlank, z.maxLength(maxLength, `must have at most ${maxLength} characters`)),
});

/** Adds a comment to a failure, and tells the people whom it mentions. Gives its id. */
export async function addComment(
  needs: Needs,
  caller: Pick<Caller, 'username' | 'userId'>,
  job_id: string,
  { comment, ...place }: z.output<typeof commentBody>,
): Promise<number> {
  const { records, clock } = needs;
  const { username } = caller;
  const job = await readCompleted(needs, job_id);
  const [failure] = await findTarget(needs, job, place);
  await recordPerson(needs, caller);
  const id = await records.nextId('analysis_comments');
  const created_at = clock.now().toISOString();
  const row = { job_id, id, ...place, comment, username, created_at };
  await records.insert(comments, { ...row, error_signature: failure.error_signature });
  const names = mentionsIn(comment);
  await Promise.all(names.map((mentioned) => records.put(mentions, { ...row, mentioned })));
  try {
    await recount(needs, job_id);
  } catch (error) {
    // The job was deleted meanwhile.
    if (isFailure(error, 'missing', 'no_job')) await removeComment(needs, { ...row });
    throw error;
  }
  if (names.length > 0) await pushMention(needs, job_id, id);
  return id;
}

async function pushMention(needs: Needs, job_id: string, id: number): Promise<void> {
  await sendMention(needs, job_id, id).catch((error: unknown) => {
    // The comment and the list of mentions are stored: a second comment would not help.
    needs.log('WARNING', 'a mention was not sent', { job_id, error: String(error) });
  });
}

/** Administrators delete any comment, others their own. */
export async function deleteComment(
  needs: Pick<Platform, 'records'>,
  { username, isAdmin }: Pick<Caller, 'username' | 'isAdmin'>,
  job_id: string,
  id: number,
): Promise<void> {
  const row = await needs.records.get(comments, { job_id, id });
  if (!row || !(isAdmin || row.username === username)) {
    throw new Failure('missing', 'no_comment', `Comment ${id} not found`);
  }
  await removeComment(needs, row);
  await recount(needs, job_id);
}

async function removeComment(
  { records }: Pick<Platform, 'records'>,
  { job_id, id, comment }: Pick<CommentView, 'job_id' | 'id' | 'comment'>,
): Promise<void> {
  const names = mentionsIn(comment);
  await Promise.all(names.map((mentioned) => records.delete(mentions, { mentioned, id })));
  await records.delete(comments, { job_id, id });
}
