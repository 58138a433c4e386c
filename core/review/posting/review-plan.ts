import { unlessMissing } from '#core/platform/failure.ts';
import { compareFiles, listFiles, type ChangedFile } from '#core/scm/changed-files.ts';
import type { Scm } from '#core/scm/client.ts';
import { readPullRequest, type PullRequest, type PullRequestName } from '#core/scm/pull-request.ts';
import { listReviewTexts } from '#core/scm/reviews.ts';
import type { ReviewComment } from '../comments/read-comments.ts';
import { fingerprintsIn, prepare, type Prepared } from './prepare.ts';
import { placesIn } from './place.ts';

export interface PlanInput {
  readonly name: PullRequestName;
  readonly commit: string;
  readonly comments: readonly ReviewComment[];
  readonly secrets: readonly string[];
  /** Also what an earlier run posted. */
  readonly all: boolean;
  /** Posts the comments as given: one that the host refuses fails all. */
  readonly strict: boolean;
  readonly say: (message: string) => void;
}

export interface ReviewPlan {
  /** The whole id, where the given one is the beginning of the head's. */
  readonly commit: string;
  readonly prepared: readonly Prepared[];
  /** Those that no earlier run posted. */
  readonly fresh: readonly Prepared[];
  /** Comments of earlier runs in the diff. */
  readonly earlier: ReadonlySet<string>;
}

const shortestId = 7;

/** What to post: reads the pull request's files and earlier comments, and changes nothing. What the
 * host does not show is left out; it refuses the review itself where the pull request is absent. */
export async function planReview(scm: Scm, input: PlanInput): Promise<ReviewPlan> {
  const { name, comments, secrets, all, say } = input;
  if (input.strict) {
    const prepared = prepare(comments, asGiven, secrets);
    return { commit: input.commit, prepared, fresh: prepared, earlier: new Set() };
  }
  const none = { comments: [], reviews: [] };
  const [pull, texts] = await Promise.all([
    unlessMissing(readPullRequest(scm, name)),
    all ? none : unlessMissing(listReviewTexts(scm, name)),
  ]);
  const commit = pull ? wholeId(input.commit, pull) : input.commit;
  const files = await filesAt(scm, name, { pull, commit, say });
  const place = files ? placesIn(files) : asGiven;
  const prepared = prepare(comments, place, secrets);
  const earlier = new Set((texts ?? none).comments.flatMap(fingerprintsIn));
  const inSummaries = (texts ?? none).reviews.flatMap(fingerprintsIn);
  const posted = new Set([...earlier, ...inSummaries]);
  return { commit, prepared, fresh: prepared.filter(({ id }) => !posted.has(id)), earlier };
}

/** Without placing: the host says what it refuses. */
function asGiven({ path, line }: ReviewComment) {
  return { path, line, text: String(line) };
}

async function filesAt(
  scm: Scm,
  name: PullRequestName,
  at: Pick<PlanInput, 'commit' | 'say'> & { readonly pull: PullRequest | undefined },
): Promise<ChangedFile[] | undefined> {
  const { pull, commit, say } = at;
  if (!pull || commit === pull.headSha) return unlessMissing(listFiles(scm, name));
  say(`Hint: ${commit} is not the head of the pull request, which is ${pull.headSha}`);
  return unlessMissing(compareFiles(scm, name, [pull.baseSha || pull.baseRef, commit]));
}

function wholeId(commit: string, { headSha }: PullRequest): string {
  return commit.length >= shortestId && headSha.startsWith(commit) ? headSha : commit;
}
