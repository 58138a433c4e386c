import { idOf, type Claim, type Claimed } from '../../rules/queue/store.ts';
import type { Hold, NewMessage, Removed } from '../../rules/queue/store.ts';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';

// Times are milliseconds since 1970. `hidden_for` is the time from the last change to `due`: a
// message that is due later than that from now comes of a clock that was set back. `last` marks
// that no further delivery may follow. `behind` marks that an earlier message of the same group is
// in the queue: only the first of a group is in the index of what may be delivered, so that a long
// group costs nothing. Rowids are the order of sending. Bodies stand last, so that a search does not
// read them.
const definition = `
  CREATE TABLE IF NOT EXISTS lantern_queue (
    id TEXT PRIMARY KEY,
    queue TEXT NOT NULL,
    due INTEGER NOT NULL,
    hidden_for INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    last INTEGER NOT NULL,
    receipt TEXT,
    sent_at INTEGER NOT NULL,
    message_group TEXT,
    behind INTEGER NOT NULL DEFAULT 0,
    body TEXT NOT NULL
  ) STRICT`;

const indexes = `
  CREATE INDEX IF NOT EXISTS lantern_queue__visible ON lantern_queue (queue, due) WHERE behind = 0;
  CREATE INDEX IF NOT EXISTS lantern_queue__last ON lantern_queue (queue, due) WHERE last = 1;
  CREATE INDEX IF NOT EXISTS lantern_queue__group ON lantern_queue (queue, message_group, behind)
    WHERE message_group IS NOT NULL`;

export async function makeQueueTable(database: Database) {
  await database.write((sql) => sql.execute(`${definition}; ${indexes}`));
}

export function addMessage(sql: Sql, { id, queue, body, now, delay, group }: NewMessage) {
  const text =
    'INSERT INTO lantern_queue' +
    ' (id, queue, due, hidden_for, attempts, last, sent_at, message_group, behind, body)' +
    ' VALUES (?1, ?2, ?3, ?4, 0, 0, ?5, ?6, EXISTS' +
    ' (SELECT 1 FROM lantern_queue WHERE queue = ?2 AND message_group = ?6), ?7)';
  sql.statement(text).run(id, queue, now + delay, delay, now, group ?? null, body);
}

/** Lets the next message of a group be delivered. False: there is none. */
function freeNext(sql: Sql, queue: string, group: string): boolean {
  const text =
    'UPDATE lantern_queue SET behind = 0 WHERE rowid = (SELECT min(rowid) FROM lantern_queue' +
    ' WHERE queue = ? AND message_group = ? AND behind = 1)';
  return Number(sql.statement(text).run(queue, group).changes) > 0;
}

export function hasDue(sql: Sql, queue: string, now: number): boolean {
  const text = 'SELECT 1 FROM lantern_queue WHERE queue = ? AND due <= ? AND behind = 0 LIMIT 1';
  return sql.statement(text).get(queue, now) !== undefined;
}

/** When the next message becomes visible, of those that are not yet, and how long it is hidden. */
export function nextDue(sql: Sql, queue: string, now: number) {
  const text =
    'SELECT due, hidden_for FROM lantern_queue WHERE queue = ? AND due > ? AND behind = 0' +
    ' ORDER BY due LIMIT 1';
  const row = sql.statement(text).get(queue, now);
  return row && { due: Number(row['due']), hiddenFor: Number(row['hidden_for']) };
}

/** When the next message of the queue becomes a dead letter; past: it was not moved yet. */
export function nextDead(sql: Sql, queue: string): number | undefined {
  const text = 'SELECT min(due) AS due FROM lantern_queue WHERE queue = ? AND last = 1';
  return asTime(sql.statement(text).get(queue)?.['due']);
}

/** Moves messages that had their last delivery to the dead letters, where the count starts at 0. */
export function moveDeadMessages(sql: Sql, queue: string, now: number): number {
  const text =
    'UPDATE lantern_queue SET queue = ?1, due = ?2, hidden_for = 0, attempts = 0, last = 0,' +
    ' receipt = NULL, behind = EXISTS (SELECT 1 FROM lantern_queue AS other' +
    '   WHERE other.queue = ?1 AND other.message_group = lantern_queue.message_group)' +
    ' WHERE queue = ?3 AND due <= ?2 AND last = 1 RETURNING message_group';
  const moved = sql.statement(text).all(`${queue}-dead`, now, queue);
  for (const { message_group } of moved) {
    if (message_group !== null) freeNext(sql, queue, String(message_group));
  }
  return moved.length;
}

/** Hides up to `max` visible messages under new receipts. Spent ones were moved before. */
export function claimMessages(sql: Sql, claim: Claim) {
  const { queue, now, visibility, maxAttempts, max, token } = claim;
  const select =
    'SELECT id, body, attempts + 1 AS attempts, sent_at, message_group FROM lantern_queue' +
    ' WHERE queue = ? AND due <= ? AND behind = 0 ORDER BY due LIMIT ?';
  const rows = sql.statement(select).all(queue, now, max) as unknown as Omit<Claimed, 'receipt'>[];
  const hide = sql.statement(
    'UPDATE lantern_queue SET due = ?, hidden_for = ?, attempts = ?, last = ?, receipt = ? WHERE id = ?',
  );
  return rows.map((row) => {
    const receipt = `${row.id}.${token}`;
    const last = row.attempts >= maxAttempts ? 1 : 0;
    hide.run(now + visibility, visibility, row.attempts, last, receipt, row.id);
    return { ...row, receipt };
  });
}

/** Undefined: the receipt was not the message's last one. */
export function removeMessage(sql: Sql, queue: string, receipt: string): Removed | undefined {
  const text =
    'DELETE FROM lantern_queue WHERE id = ? AND queue = ? AND receipt = ?' +
    ' RETURNING substr(body, 1, 1024) AS body, message_group';
  const removed = sql.statement(text).get(idOf(receipt), queue, receipt);
  if (!removed) return undefined;
  const { body, message_group } = removed;
  const isFollowed = message_group !== null && freeNext(sql, queue, String(message_group));
  return { body: String(body), isFollowed };
}

/** Hides a message for so long from now. True when the receipt is its latest and has not expired. */
export function holdMessage(sql: Sql, { queue, receipt, now, hidden }: Hold): boolean {
  const text =
    'UPDATE lantern_queue SET due = ?, hidden_for = ?' +
    ' WHERE id = ? AND queue = ? AND receipt = ? AND due > ?';
  const values = [now + hidden, hidden, idOf(receipt), queue, receipt, now];
  return Number(sql.statement(text).run(...values).changes) > 0;
}

/** As holdMessage, and the receipt ends. */
export function releaseMessage(sql: Sql, hold: Hold): boolean {
  if (!holdMessage(sql, hold)) return false;
  sql.statement('UPDATE lantern_queue SET receipt = NULL WHERE id = ?').run(idOf(hold.receipt));
  return true;
}

/** Nothing stays hidden for longer from now than it was meant to. */
export function shortenHidden(sql: Sql, now: number) {
  const text = 'UPDATE lantern_queue SET due = ?1 + hidden_for WHERE due - hidden_for > ?1';
  sql.statement(text).run(now);
}

export function countMessages(sql: Sql, queue: string, now: number) {
  const text =
    'SELECT count(*) FILTER (WHERE due <= ?1) AS waiting,' +
    ' count(*) FILTER (WHERE due > ?1 AND receipt IS NULL) AS delayed,' +
    ' count(*) FILTER (WHERE due > ?1 AND receipt IS NOT NULL) AS in_flight' +
    ' FROM lantern_queue WHERE queue = ?2 AND behind = 0';
  const counts = sql.statement(text).get(now, queue);
  const others =
    'SELECT count(*) AS behind FROM lantern_queue' +
    ' WHERE queue = ? AND message_group IS NOT NULL AND behind = 1';
  const { behind } = sql.statement(others).get(queue) ?? {};
  return {
    waiting: Number(counts?.['waiting']) + Number(behind),
    delayed: Number(counts?.['delayed']),
    inFlight: Number(counts?.['in_flight']),
  };
}

function asTime(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
