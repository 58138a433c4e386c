import type { FeedEntry } from '#core/platform/ports/feed.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { type Progress, progressFeed, progressSchema } from '../../progress.ts';
import type { Project } from '../../tables.ts';

type Needs = Pick<Platform, 'feed' | 'clock'>;

interface ProgressPage {
  /** Null: never generated. */
  readonly generation: string | null;
  readonly status: Project['status'];
  /** Pass it on as `after`, together with the generation. */
  readonly cursor: number;
  readonly entries: readonly Progress[];
}

const maxEntries = 200;

/** What happened after the cursor; when that is nothing and a generation runs, the next thing that
 * does, for at most so many seconds. A cursor of another generation counts as none. */
export async function readProgress(
  needs: Needs,
  project: Project,
  request: { readonly generation?: string; readonly after: number; readonly waitSeconds: number },
): Promise<ProgressPage> {
  const { generation, status } = project;
  if (generation === null) return { generation, status, cursor: 0, entries: [] };
  const isSame = request.generation === undefined || request.generation === generation;
  const after = isSame ? request.after : 0;
  let entries = await needs.feed.read(progressFeed(generation), { after, limit: maxEntries });
  if (entries.length === 0 && status === 'generating' && request.waitSeconds > 0) {
    const entry = await nextEntry(needs, generation, after, request.waitSeconds);
    if (entry) entries = [entry];
  }
  return {
    generation,
    status,
    cursor: entries.at(-1)?.cursor ?? after,
    entries: entries.map(progressOf).filter((entry) => entry !== undefined),
  };
}

/** The newest entry. */
export async function lastProgress(
  { feed }: Pick<Needs, 'feed'>,
  generation: string,
): Promise<Progress | undefined> {
  const name = progressFeed(generation);
  const cursor = await feed.last(name);
  if (cursor === 0) return undefined;
  const [entry] = await feed.read(name, { after: cursor - 1, limit: 1 });
  return entry && progressOf(entry);
}

function progressOf({ body }: FeedEntry): Progress | undefined {
  return progressSchema.safeParse(JSON.parse(body)).data;
}

/** The next entry of the feed. Undefined: none has come within the time. */
async function nextEntry(
  { feed, clock }: Needs,
  generation: string,
  after: number,
  waitSeconds: number,
): Promise<FeedEntry | undefined> {
  const stop = new AbortController();
  const { signal } = stop;
  void clock.sleep(waitSeconds * 1_000, signal).then(() => stop.abort());
  try {
    for await (const entry of feed.subscribe(progressFeed(generation), { after, signal })) {
      return entry;
    }
    return undefined;
  } finally {
    stop.abort();
  }
}
