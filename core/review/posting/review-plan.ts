import { unlessMissing } from '#core/platform/failure.ts';
import { compareFiles, listFiles, type ChangedFile } from '#core/scm/changed-files.ts';
import type { Scm } from '#core/scm/client.ts';
import { readPullRequest, type PullRequest, type PullRequestName } from '#core/scm/pull-request.ts';
import { listReviews, type ReviewText } from '#core/scm/reviews.ts';
import { isOurs } from '#core/scm/viewer.ts';
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
  /** The ids of all reviews that are there. Undefined: they were not asked for. */
  readonly reviews?: ReadonlySet<number>;
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
  const [pull, texts] = await Promise.all([
    unlessMissing(readPullRequest(scm, name)),
    unlessMissing(listReviews(scm, name)),
  ]);
  const commit = pull ? wholeId(input.commit, pull) : input.commit;
  const files = await filesAt(scm, name, { pull, commit, say });
  const place = files ? placesIn(files) : asGiven;
  const own = await ownTexts(scm, all || !texts ? [] : [...texts.comments, ...texts.reviews]);
  const posted = new Map<string, number | undefined>();
  for (const { body, line, commit_id } of own) {
    const at = commit_id === commit ? (line ?? undefined) : undefined;
    for (const id of fingerprintsIn(body)) posted.set(id, posted.get(id) ?? at);
  }
  const prepared = prepare(comments, place, secrets, posted);
  const fresh = prepared.filter(({ id }) => !posted.has(id));
  const earlier = new Set(own.flatMap(({ state, body }) => (state ? [] : fingerprintsIn(body))));
  const reviews = texts && { reviews: new Set(texts.reviews.map(({ id }) => id)) };
  return { commit, prepared, fresh, earlier, ...reviews };
}

const writers = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** Those that an earlier run wrote: everybody can copy its marks. */
async function ownTexts(scm: Scm, all: readonly ReviewText[]): Promise<ReviewText[]> {
  const own: ReviewText[] = [];
  for (const each of all.filter(({ body }) => fingerprintsIn(body).length > 0)) {
    const isOfWriter = writers.has(each.author_association);
    if (isOfWriter || (await isOurs(scm, each.user))) own.push(each);
  }
  return own;
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
