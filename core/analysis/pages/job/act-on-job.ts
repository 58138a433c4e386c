import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { classifications } from '../../base/schema/detail.ts';
import { addComment, commentBody, deleteComment } from '../../people/discussion/comment.ts';
import { writeReviews } from '../../people/discussion/review.ts';
import { cancelJob } from '../../jobs/cancel-job.ts';
import { jobQueued } from '../../jobs/job-queued.ts';
import { reAnalyze } from '../../jobs/start/re-analyze.ts';
import { linkExisting } from '../../issues/link-existing.ts';
import { linkBody } from '../../issues/places/issue-schema.ts';
import { pushReports } from '../../issues/portal/push-reports.ts';
import { askAbout } from '../../results/questions/ask-about.ts';
import { analyzeOne } from '../../results/questions/analyze-one.ts';
import { hintBody, questionBody } from '../../results/questions/schema.ts';
import { deleteJob } from '../../results/delete-job.ts';
import { overrideClassification, undoCorrection } from '../../results/override-classification.ts';
import { readCompleted } from '../../jobs/read-job.ts';
import { jobUrl } from '../urls.ts';
import type { Group } from './view/groups.ts';
import { groupNamed, readGroups } from './read-job-page.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock' | 'queue' | 'log' | 'environment'>;
type Starting = Parameters<typeof reAnalyze>[0] &
  Parameters<typeof deleteJob>[0] &
  Parameters<typeof pushReports>[0] &
  Parameters<typeof askAbout>[0];
type Fields = Readonly<Record<string, string>>;

interface Acted {
  /** For the scripts of the page. */
  readonly data: object;
  /** The page that follows; absent: the same one. */
  readonly path?: string;
}

/** Does what a form of the job's page asks for. */
export async function actOnJob(
  needs: Needs & Starting,
  caller: Caller,
  id: string,
  fields: Fields,
): Promise<Acted> {
  switch (fields['task']) {
    case 'cancel':
      return { data: await cancelJob(needs, caller, id) };
    case 're-analyze': {
      const job = await reAnalyze(needs, caller, id, {});
      return { data: jobQueued(needs, job), path: jobUrl(job.id) };
    }
    case 'delete': {
      if (!caller.isAdmin) throw new Failure('forbidden', 'admin_only', 'Admin access required');
      await deleteJob(needs, id);
      return { data: { status: 'deleted', job_id: id }, path: '/' };
    }
    case 'analyze-failure': {
      const hinted = wordsOf(hintBody, await placeOf(needs, id, fields), fields, 'hint');
      const job = await analyzeOne(needs, caller, id, hinted);
      return { data: jobQueued(needs, job), path: jobUrl(job.id) };
    }
    case 'ask': {
      const question = wordsOf(questionBody, await placeOf(needs, id, fields), fields, 'question');
      return { data: await askAbout(needs, caller, id, question) };
    }
    case 'push-reports':
      return { data: await pushReports(needs, caller, id) };
    case 'link-issue':
      return { data: await link(needs, caller, id, fields) };
    default:
      return { data: await discuss(needs, caller, id, fields) };
  }
}

async function discuss(needs: Needs, caller: Caller, id: string, fields: Fields): Promise<object> {
  switch (fields['task']) {
    case 'comment':
      return comment(needs, caller, id, fields);
    case 'delete-comment':
      await deleteComment(needs, caller, id, commentNamed(fields['comment']));
      return { status: 'deleted' };
    case 'review':
      return review(needs, caller, id, fields);
    case 'override':
      return override(needs, caller, id, fields);
    case 'undo':
      return undo(needs, caller, id, fields);
    default:
      throw new Failure('invalid', 'unknown_task', 'Unknown task');
  }
}

async function comment(needs: Needs, caller: Caller, id: string, { failure, comment }: Fields) {
  const [place] = placesOf(await groupsOf(needs, id), [failure]);
  const body = commentBody.safeParse({ ...place, comment });
  if (!body.success) {
    const [problem] = body.error.issues;
    const text =
      problem?.code === 'too_big' ? 'Use at most 10,000 characters.' : 'Write something.';
    throw new Failure('unprocessable', 'bad_comment', `comment: ${text}`);
  }
  return { id: await addComment(needs, caller, id, body.data) };
}

/** `mark` is `yes` or `no`, for whole groups; with a failure, `yes:12`, for that one. */
async function review(needs: Needs, caller: Caller, id: string, fields: Fields) {
  const { mark = '' } = fields;
  const [, answer, position] = /^(yes|no)(?::(\d{1,7}))?$/.exec(mark) ?? [];
  if (answer === undefined) throw new Failure('invalid', 'bad_mark', 'Unknown mark');
  const groups = await groupsOf(needs, id);
  const positions =
    position === undefined
      ? chosenGroups(groups, fields)
          .flatMap(({ tests }) => tests)
          .map((test) => String(test.position))
      : [position];
  await writeReviews(needs, caller, id, placesOf(groups, positions), answer === 'yes');
  return { status: 'ok' };
}

const chosenClass = z.enum(classifications);
/** As many as a page shows, and more. */
const maxGroups = 200;

/** A group may have several errors, of which each has its own override. */
async function override(needs: Needs, caller: Caller, id: string, fields: Fields) {
  const parsed = chosenClass.safeParse(fields['classification']);
  if (!parsed.success) throw new Failure('invalid', 'bad_class', 'Unknown class');
  const reason = fields['reason'] ?? '';
  if (reason.length > 500) {
    throw new Failure('unprocessable', 'long_reason', 'reason: Use at most 500 characters.');
  }
  for (const place of await errorsOf(needs, id, fields)) {
    const classification = parsed.data;
    await overrideClassification(needs, caller, id, { ...place, classification, reason });
  }
  return { status: 'ok', classification: parsed.data };
}

async function undo(needs: Needs, caller: Caller, id: string, fields: Fields) {
  for (const place of await errorsOf(needs, id, fields)) {
    await undoCorrection(needs, caller, id, place);
  }
  return { status: 'ok' };
}

/** The first test of the group stands for it, as for an issue that is filed. */
async function placeOf(needs: Needs, id: string, fields: Fields) {
  const [group] = chosenGroups(await groupsOf(needs, id), fields);
  const { child_job_name, child_build_number, tests } = group as Group;
  return { test_name: tests[0]?.name ?? '', child_job_name, child_build_number };
}

/** What a person wrote about a cause. */
function wordsOf<Body extends z.ZodMiniType>(
  body: Body,
  place: object,
  fields: Fields,
  name: string,
): z.output<Body> {
  const { success, data, error } = body.safeParse({ ...place, [name]: fields[name] ?? '' });
  if (success) return data;
  const isLong = error.issues[0]?.code === 'too_big';
  const text = isLong ? 'Use at most 2,000 characters.' : 'Write something.';
  throw new Failure('unprocessable', 'bad_words', `${name}: ${text}`);
}

async function link(needs: Needs, caller: Caller, id: string, fields: Fields) {
  const place = await placeOf(needs, id, fields);
  const { data, error } = linkBody.safeParse({ ...fields, ...place });
  if (data) return linkExisting(needs, caller, id, data);
  throw new Failure('unprocessable', 'bad_url', `Address: ${error.issues[0]?.message ?? 'wrong'}`);
}

/** A test of each error of the groups. */
async function errorsOf(needs: Needs, id: string, fields: Fields) {
  const groups = chosenGroups(await groupsOf(needs, id), fields);
  return groups.flatMap(({ child_job_name, child_build_number, tests }) => {
    const bySignature = new Map(tests.map(({ signature, name }) => [signature, name]));
    return [...new Set(bySignature.values())].map((test_name) => {
      return { test_name, child_job_name, child_build_number };
    });
  });
}

/** `groups` has the positions of several. */
function chosenGroups(all: readonly Group[], { group, groups }: Fields): readonly Group[] {
  const names = groups === undefined ? [group] : groups.split(',', maxGroups);
  return names.map((name) => groupNamed(all, name));
}

async function groupsOf(needs: Needs, id: string): Promise<readonly Group[]> {
  return readGroups(needs, await readCompleted(needs, id));
}

function commentNamed(id = ''): number {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw new Failure('missing', 'no_comment', 'This comment no longer exists');
}

/** Where failures are, by their positions. */
function placesOf(groups: readonly Group[], positions: readonly (string | undefined)[]) {
  const positionSet = new Set(positions);
  const places = groups.flatMap(({ child_job_name, child_build_number, tests }) =>
    tests
      .filter(({ position }) => positionSet.has(String(position)))
      .map(({ name }) => ({ test_name: name, child_job_name, child_build_number })),
  );
  if (places.length > 0) return places;
  throw new Failure('missing', 'no_failure', 'This failure is not part of the analysis');
}
