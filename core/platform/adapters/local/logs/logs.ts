import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import type { LogRecord, Logs, PlacedEntry, WebhookSummary } from '../../../ports/logs.ts';
import type { Sockets } from '../../../ports/sockets.ts';
import { bucketsOf } from '../../rules/logs/buckets.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { matcher } from '../../rules/logs/matches.ts';
import { searchAll } from '../../rules/logs/search-all.ts';

interface LocalLogsOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly sockets: Pick<Sockets, 'send'>;
}

const dailyFile = /^webhooks_(\d{4}-\d\d-\d\d)\.json$/;
const dayMilliseconds = 86_400_000;
/** A daily file has fewer bytes than this. */
const daySpan = 2 ** 37;

/** Daily files of JSON lines. A cursor is the day and the end of the line in its file. */
export function localLogs({ directory, clock, sockets }: LocalLogsOptions): Logs {
  const followers = new Map<string, (entry: PlacedEntry) => void>();
  let writing = Promise.resolve();

  async function files(): Promise<string[]> {
    const names = await readdir(directory).catch(() => []);
    return names.filter((name) => dailyFile.test(name)).sort();
  }

  async function* lines() {
    for (const name of await files()) {
      const [, day = ''] = dailyFile.exec(name) ?? [];
      let end = (Date.parse(day) / dayMilliseconds) * daySpan;
      for (const line of (await readFile(join(directory, name), 'utf8')).split('\n')) {
        end += Buffer.byteLength(line) + 1;
        if (line !== '') yield { cursor: end, record: JSON.parse(line) as LogRecord };
      }
    }
  }

  async function all(): Promise<PlacedEntry[]> {
    const entries: PlacedEntry[] = [];
    for await (const { cursor, record } of lines()) entries.push({ ...entryOf(record), cursor });
    return entries;
  }

  async function write(records: readonly LogRecord[]): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const day = clock.now().toISOString().slice(0, 10);
    const file = join(directory, `webhooks_${day}.json`);
    let end = (await stat(file).catch(() => ({ size: 0 }))).size;
    const texts = records.map((record) => `${JSON.stringify(record)}\n`);
    await appendFile(file, texts.join(''), { mode: 0o600, flush: true });
    for (const [at, record] of records.entries()) {
      end += Buffer.byteLength(texts[at] as string);
      const cursor = (Date.parse(day) / dayMilliseconds) * daySpan + end;
      for (const tell of followers.values()) tell({ ...entryOf(record), cursor });
    }
  }

  return {
    append(records) {
      const written = writing.then(() => write(records));
      writing = written.catch(() => undefined);
      return written;
    },

    search: async (query, page) => searchAll(await all(), query, page),

    async summaries(of, limit) {
      const found: WebhookSummary[] = [];
      for await (const { record } of lines()) {
        if (record.type !== 'webhook_summary') continue;
        const isOne =
          'hook_id' in of ? record.hook_id === of.hook_id : record.pr?.number === of.pr_number;
        if (isOne) found.unshift(record);
      }
      return found.slice(0, limit);
    },

    async histogram(query, buckets) {
      return bucketsOf((await all()).filter(matcher(query)), query, buckets);
    },

    async follow(connection, query) {
      const isMatch = matcher(query);
      let last = query.after ?? 0;
      const send = (entry: PlacedEntry) => {
        if (entry.cursor <= last || !isMatch(entry)) return;
        last = entry.cursor;
        void sockets.send(connection, JSON.stringify(entry)).catch(() => undefined);
      };
      followers.set(connection, send);
      if (query.after !== undefined) for (const entry of await all()) send(entry);
    },

    async leave(connection) {
      followers.delete(connection);
    },

    async push() {},

    async prune({ days, bytes }) {
      const oldest = new Date(clock.now().getTime() - days * dayMilliseconds);
      const first = `webhooks_${oldest.toISOString().slice(0, 10)}`;
      const [, ...past] = (await files()).reverse();
      let left = bytes;
      for (const name of past) {
        left -= (await stat(join(directory, name))).size;
        if (name < first || left < 0) await rm(join(directory, name));
      }
    },

    async close() {
      await writing;
    },
  };
}
