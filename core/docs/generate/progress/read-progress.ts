import { createHash } from 'node:crypto';
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
    const entry = await nextEntry(needs, [{ generation, cursor: after }], request.waitSeconds);
    if (entry) entries = [entry];
  }
  return {
    generation,
    status,
    cursor: entries.at(-1)?.cursor ?? after,
    entries: entries.map(progressOf).filter((entry) => entry !== undefined),
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
  return progressSchema.safeParse(JSON.parse(body)).data;
}

/** A running generation, and how much of its feed has been read. */
export interface Followed {
  readonly generation: string;
  readonly cursor: number;
}

interface Followable {
  /** The same for the same content. */
  readonly seen: string;
  readonly follows: readonly Followed[];
}

/** A short name of content that an address can carry. */
export function stateOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}

/** Less than clients and gateways wait for an answer. */
const pageWaitSeconds = 10;
/** Each subscription may ask a database again and again. */
const maxFollowed = 10;

/** Reads content for a page that has shown `seen` already: when nothing else can be read, it is
 * read again after the next progress, so that each page of a generation shows as it comes. */
export async function readAfter<Content extends Followable>(
  needs: Needs,
  shownState: string | undefined,
  read: () => Promise<Content>,
): Promise<Content> {
  const content = await read();
  if (content.seen !== shownState || content.follows.length === 0) return content;
  await nextEntry(needs, content.follows.slice(0, maxFollowed), pageWaitSeconds);
  return read();
}

/** The next entry of one of the feeds. Undefined: none has come within the time. */
async function nextEntry(
  { feed, clock }: Needs,
  follows: readonly Followed[],
  waitSeconds: number,
): Promise<FeedEntry | undefined> {
  const stop = new AbortController();
  const { signal } = stop;
  void clock.sleep(waitSeconds * 1_000, signal).then(() => stop.abort());
  const first = async ({ generation, cursor }: Followed) => {
    const entries = feed.subscribe(progressFeed(generation), { after: cursor, signal });
    for await (const entry of entries) return entry;
    return undefined;
  };
  return Promise.race(follows.map(first)).finally(() => stop.abort());
}
