import type { FeedEntry } from '#core/platform/ports/feed.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { progressFeed, progressSchema, type Progress } from '#core/docs/progress.ts';
import type { Project } from '#core/docs/tables.ts';

type Needs = Pick<Platform, 'feed' | 'clock'>;

export interface ProgressPage {
  /** Null: never generated. */
  readonly generation: string | null;
  readonly status: Project['status'];
  /** Pass it on as `after`, together with the generation. */
  readonly cursor: number;
  readonly entries: readonly Progress[];
}

const most = 200;

/** What happened after the cursor; when that is nothing and a generation runs, the next thing that
 * does, for at most so many seconds. A cursor of another generation counts as none. */
export async function readProgress(
  { feed, clock }: Needs,
  project: Project,
  asked: { readonly generation?: string; readonly after: number; readonly waitSeconds: number },
): Promise<ProgressPage> {
  const { generation, status } = project;
  if (generation === null) return { generation, status, cursor: 0, entries: [] };
  const name = progressFeed(generation);
  const isSame = asked.generation === undefined || asked.generation === generation;
  const after = isSame ? asked.after : 0;
  let found = await feed.read(name, { after, limit: most });
  if (found.length === 0 && status === 'generating' && asked.waitSeconds > 0) {
    const stop = new AbortController();
    void clock.sleep(asked.waitSeconds * 1000, stop.signal).then(() => stop.abort());
    for await (const entry of feed.subscribe(name, { after, signal: stop.signal })) {
      found = [entry];
      break;
    }
    stop.abort();
  }
  return {
    generation,
    status,
    cursor: found.at(-1)?.cursor ?? after,
    entries: found.map(progressOf).filter((entry) => entry !== undefined),
  };
}

/** The newest entry and its cursor; none: 0. */
export async function lastProgress(
  { feed }: Pick<Needs, 'feed'>,
  generation: string,
): Promise<{ readonly cursor: number; readonly progress: Progress | undefined }> {
  const name = progressFeed(generation);
  const cursor = await feed.last(name);
  if (cursor === 0) return { cursor, progress: undefined };
  const [entry] = await feed.read(name, { after: cursor - 1, limit: 1 });
  return { cursor, progress: entry && progressOf(entry) };
}

function progressOf({ body }: FeedEntry): Progress | undefined {
  const parsed = progressSchema.safeParse(JSON.parse(body));
  return parsed.success ? parsed.data : undefined;
}
