import type { Feed } from '../../../ports/feed.ts';
import type { LogRecord, Logs, PlacedEntry, WebhookSummary } from '../../../ports/logs.ts';
import { bucketsOf } from '../../rules/logs/buckets.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { matcher } from '../../rules/logs/matches.ts';
import { searchAll } from '../../rules/logs/search-all.ts';

export interface AwsLogsOptions {
  readonly feed: Feed;
}

const name = 'logs';

/** Entries of a feed. */
export function awsLogs({ feed }: AwsLogsOptions): Logs {
  async function lines() {
    const found: { cursor: number; record: LogRecord }[] = [];
    for (let after = 0; ;) {
      const page = await feed.read(name, { after });
      for (const { cursor, body } of page) {
        found.push({ cursor, record: JSON.parse(body) as LogRecord });
      }
      if (page.length === 0) return found;
      after = page.at(-1)?.cursor ?? after;
    }
  }

  async function all(): Promise<PlacedEntry[]> {
    return (await lines()).map(({ cursor, record }) => ({ ...entryOf(record), cursor }));
  }

  return {
    async append(records) {
      await feed.append(
        name,
        records.map((record) => JSON.stringify(record)),
      );
    },

    search: async (query, page) => searchAll(await all(), query, page),

    async summaries(of, limit) {
      const summaries = (await lines())
        .map(({ record }) => record)
        .filter((record): record is WebhookSummary => record.type === 'webhook_summary')
        .filter(({ hook_id, pr }) =>
          'hook_id' in of ? hook_id === of.hook_id : pr?.number === of.pr_number,
        );
      return summaries.toReversed().slice(0, limit);
    },

    async histogram(query, buckets) {
      return bucketsOf((await all()).filter(matcher(query)), query, buckets);
    },

    async follow() {},
    async leave() {},
    async prune() {},
    async close() {},
  };
}
