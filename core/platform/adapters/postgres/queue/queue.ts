import { lazy } from '../../../lazy.ts';
import type { Queue } from '../../../ports/queue.ts';
import { queueOver, type TableQueueOptions } from '../../rules/queue/queue.ts';
import { idOf, type Claimed, type QueueStore } from '../../rules/queue/store.ts';
import type { Postgres, Query } from '../database/database.ts';
import { decodeText, encodeText } from '../database/text.ts';

interface PostgresQueueOptions extends TableQueueOptions {
  readonly database: Postgres;
}

/** Queues in a table that all replicas share: `FOR UPDATE SKIP LOCKED` gives each message to one. */
export function postgresQueue({ database, ...options }: PostgresQueueOptions): Queue {
  return queueOver(queueStore(database), database.changes, options);
}

function queueStore(database: Postgres): QueueStore {
  const { query } = database;
  const table = database.table('lantern_queue');

  /** From here to the end of the transaction no other one changes the order of the group. */
  const enterGroup = (run: Query, queue: string, group: string) =>
    run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      JSON.stringify([database.schema, queue, group]),
    ]);

  /** Lets the next message of a group be delivered. False: there is none. */
  async function freeNext(run: Query, queue: string, group: string): Promise<boolean> {
    await enterGroup(run, queue, group);
    const freed = await run(
      `UPDATE ${table} SET behind = false WHERE place = (SELECT min(place) FROM ${table}
        WHERE queue = $1 AND message_group = $2)
        AND behind RETURNING id`,
      [queue, group],
    );
    return freed.length > 0;
  }

  return {
    ready: lazy(() => makeTable(database, table)),

    async add({ id, queue, body, now, delay, group }) {
      const text = `INSERT INTO ${table}
        (id, queue, due, hidden_for, attempts, last, sent_at, message_group, behind, body)
        VALUES ($1, $2, $3, $4, 0, false, $5, $6, EXISTS
          (SELECT 1 FROM ${table} WHERE queue = $2 AND message_group = $6), $7)`;
      const values = [id, queue, now + delay, delay, now];
      if (group === undefined) return void (await query(text, [...values, null, body]));
      const name = encodeText(group);
      await database.transaction(async (run) => {
        await enterGroup(run, queue, name);
        await run(text, [...values, name, body]);
      });
    },

    // claim() is one statement: a look before it would be another one.
    hasDue: () => true,

    async nextDue(queue, now) {
      const [row] = await query<{ due: number; hidden_for: number }>(
        `SELECT due, hidden_for FROM ${table} WHERE queue = $1 AND due > $2 AND NOT behind
          ORDER BY due LIMIT 1`,
        [queue, now],
      );
      return row && { due: row.due, hiddenFor: row.hidden_for };
    },

    async nextDead(queue) {
      const [row] = await query<{ due: number | null }>(
        `SELECT min(due) AS due FROM ${table} WHERE queue = $1 AND last`,
        [queue],
      );
      return row?.due ?? undefined;
    },

    moveDead: (queue, now) =>
      database.transaction(async (run) => {
        const dead = `${queue}-dead`;
        const moved = await run<{ place: number; message_group: string | null }>(
          `UPDATE ${table} SET queue = $2, due = $3, hidden_for = 0, attempts = 0, last = false,
            receipt = NULL WHERE id IN (SELECT id FROM ${table}
            WHERE queue = $1 AND due <= $3 AND last FOR UPDATE SKIP LOCKED)
            RETURNING place, message_group`,
          [queue, dead, now],
        );
        const ofGroups = moved.filter(({ message_group }) => message_group !== null);
        for (const { place, message_group } of ofGroups.sort((a, b) => a.place - b.place)) {
          const group = String(message_group);
          await enterGroup(run, dead, group);
          await run(
            `UPDATE ${table} AS moved SET behind = EXISTS (SELECT 1 FROM ${table} AS other
              WHERE other.queue = $2 AND other.message_group = $3 AND other.place <> moved.place)
              WHERE place = $1`,
            [place, dead, group],
          );
          await freeNext(run, queue, group);
        }
        return moved.length;
      }),

    async claim({ queue, now, visibility, maxAttempts, max, token }) {
      const claimed = await query<Claimed & { was_due: number; place: number }>(
        `WITH next AS (SELECT place, due FROM ${table}
          WHERE queue = $1 AND due <= $2::bigint AND NOT behind AND NOT last
          ORDER BY due, place LIMIT $3 FOR UPDATE SKIP LOCKED)
          UPDATE ${table} AS message SET due = $2::bigint + $4::bigint, hidden_for = $4::bigint, attempts = attempts + 1,
            last = $5::int IS NOT NULL AND attempts + 1 >= $5, receipt = id || '.' || $6::text
          FROM next WHERE message.place = next.place
          RETURNING id, body, attempts, sent_at, message_group, receipt, next.due AS was_due,
            message.place`,
        [queue, now, max, visibility, Number.isFinite(maxAttempts) ? maxAttempts : null, token],
      );
      return claimed
        .toSorted((a, b) => a.was_due - b.was_due || a.place - b.place)
        .map(({ was_due: _due, place: _place, message_group, ...message }) => ({
          ...message,
          message_group: message_group === null ? null : decodeText(message_group),
        }));
    },

    async remove(queue, receipt) {
      const one = [idOf(receipt), queue, receipt];
      const [single] = await query<{ body: string }>(
        `DELETE FROM ${table} WHERE id = $1 AND queue = $2 AND receipt = $3
          AND message_group IS NULL RETURNING left(body, 1024) AS body`,
        one,
      );
      if (single) return { ...single, isFollowed: false };
      return database.transaction(async (run) => {
        const [removed] = await run<{ body: string; message_group: string }>(
          `DELETE FROM ${table} WHERE id = $1 AND queue = $2 AND receipt = $3
            RETURNING left(body, 1024) AS body, message_group`,
          one,
        );
        if (!removed) return undefined;
        const { body, message_group: group } = removed;
        return { body, isFollowed: await freeNext(run, queue, group) };
      });
    },

    async hold({ queue, receipt, now, hidden }) {
      const rows = await query(
        `UPDATE ${table} SET due = $4::bigint + $5::bigint, hidden_for = $5::bigint
          WHERE id = $1 AND queue = $2 AND receipt = $3 AND due > $4::bigint RETURNING id`,
        [idOf(receipt), queue, receipt, now, hidden],
      );
      return rows.length > 0;
    },

    async release({ queue, receipt, now, hidden }) {
      const released = await query(
        `UPDATE ${table} SET due = $4::bigint + $5::bigint, hidden_for = $5::bigint, receipt = NULL
          WHERE id = $1 AND queue = $2 AND receipt = $3 AND due > $4::bigint RETURNING id`,
        [idOf(receipt), queue, receipt, now, hidden],
      );
      return released.length > 0;
    },

    shorten: (now) =>
      query(
        `UPDATE ${table} SET due = $1::bigint + hidden_for
        WHERE due - hidden_for > $1::bigint`,
        [now],
      ),

    async count(queue, now) {
      const [counts] = await query<{ waiting: number; delayed: number; in_flight: number }>(
        `SELECT count(*) FILTER (WHERE behind OR due <= $2) AS waiting,
          count(*) FILTER (WHERE NOT behind AND due > $2 AND receipt IS NULL) AS delayed,
          count(*) FILTER (WHERE NOT behind AND due > $2 AND receipt IS NOT NULL) AS in_flight
          FROM ${table} WHERE queue = $1`,
        [queue, now],
      );
      const { waiting = 0, delayed = 0, in_flight: inFlight = 0 } = counts ?? {};
      return { waiting, delayed, inFlight };
    },

    settled: async () => {},
  };
}

/** The columns are those of SQLite's table; `place` is the order of sending. */
function makeTable(database: Postgres, table: string): Promise<void> {
  return database.make(async (run) => {
    await run(`CREATE TABLE IF NOT EXISTS ${table} (
      id text COLLATE "C" PRIMARY KEY,
      place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      queue text COLLATE "C" NOT NULL,
      due bigint NOT NULL,
      hidden_for bigint NOT NULL,
      attempts integer NOT NULL,
      last boolean NOT NULL,
      receipt text COLLATE "C",
      sent_at bigint NOT NULL,
      message_group text COLLATE "C",
      behind boolean NOT NULL DEFAULT false,
      body text NOT NULL
    )`);
    await run(`CREATE INDEX IF NOT EXISTS lantern_queue__visible
      ON ${table} (queue, due, place) WHERE NOT behind AND NOT last`);
    await run(`CREATE INDEX IF NOT EXISTS lantern_queue__last ON ${table} (queue, due) WHERE last`);
    await run(`CREATE INDEX IF NOT EXISTS lantern_queue__group
      ON ${table} (queue, message_group, place) WHERE message_group IS NOT NULL`);
  });
}
