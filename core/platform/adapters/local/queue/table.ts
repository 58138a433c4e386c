import type { Database } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';

// Times are milliseconds since 1970. `hidden_for` is the time from the last change to `due`: a
// message that is due later than that from now comes of a clock that was set back. `last` marks
// that no further delivery may follow. Bodies stand last, so that a search does not read them.
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
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS lantern_queue__due ON lantern_queue (queue, due);
  CREATE INDEX IF NOT EXISTS lantern_queue__last ON lantern_queue (queue, due) WHERE last = 1`;

export async function makeQueueTable(database: Database) {
  await database.write((sql) => sql.execute(definition));
}

export interface NewMessage {
  readonly id: string;
  readonly queue: string;
  readonly body: string;
  readonly now: number;
  readonly delay: number;
}

export function addMessage(sql: Sql, { id, queue, body, now, delay }: NewMessage) {
  const text =
    'INSERT INTO lantern_queue (id, queue, due, hidden_for, attempts, last, sent_at, body)' +
    ' VALUES (?, ?, ?, ?, 0, 0, ?, ?)';
  sql.statement(text).run(id, queue, now + delay, delay, now, body);
}

export function hasDue(sql: Sql, queue: string, now: number): boolean {
  const text = 'SELECT 1 FROM lantern_queue WHERE queue = ? AND due <= ? LIMIT 1';
  return sql.statement(text).get(queue, now) !== undefined;
}

/** When the next message becomes visible, of those that are not yet. */
export function nextDue(sql: Sql, queue: string, now: number): number | undefined {
  const text = 'SELECT min(due) AS due FROM lantern_queue WHERE queue = ? AND due > ?';
  return asTime(sql.statement(text).get(queue, now)?.['due']);
}

/** When the next message of the queue becomes a dead letter; past: it was not moved yet. */
export function nextDead(sql: Sql, queue: string): number | undefined {
  const text = 'SELECT min(due) AS due FROM lantern_queue WHERE queue = ? AND last = 1';
  return asTime(sql.statement(text).get(queue)?.['due']);
}

/** Moves messages that had their last delivery to the dead letters, where the count starts at 0. */
export function buryMessages(sql: Sql, queue: string, now: number): number {
  const text =
    'UPDATE lantern_queue SET queue = ?, due = ?, hidden_for = 0, attempts = 0, last = 0, receipt = NULL' +
    ' WHERE queue = ? AND due <= ? AND last = 1';
  return Number(sql.statement(text).run(`${queue}-dead`, now, queue, now).changes);
}

export interface Claim {
  readonly queue: string;
  readonly now: number;
  readonly visibility: number;
  readonly maxAttempts: number;
  readonly max: number;
  readonly receiptOf: (id: string) => string;
}

interface Claimed {
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
  readonly sent_at: number;
}

/** Hides up to `max` visible messages under new receipts. What is spent was buried before. */
export function claimMessages(sql: Sql, claim: Claim) {
  const { queue, now, visibility, maxAttempts, max, receiptOf } = claim;
  const select =
    'SELECT id, body, attempts + 1 AS attempts, sent_at FROM lantern_queue' +
    ' WHERE queue = ? AND due <= ? ORDER BY due LIMIT ?';
  const found = sql.statement(select).all(queue, now, max) as unknown as Claimed[];
  const hide = sql.statement(
    'UPDATE lantern_queue SET due = ?, hidden_for = ?, attempts = ?, last = ?, receipt = ? WHERE id = ?',
  );
  return found.map((row) => {
    const receipt = receiptOf(row.id);
    const last = row.attempts >= maxAttempts ? 1 : 0;
    hide.run(now + visibility, visibility, row.attempts, last, receipt, row.id);
    return { ...row, receipt };
  });
}

/** The start of the body when the receipt was the message's last one, else undefined. */
export function removeMessage(sql: Sql, queue: string, receipt: string): string | undefined {
  const text =
    'DELETE FROM lantern_queue WHERE id = ? AND queue = ? AND receipt = ?' +
    ' RETURNING substr(body, 1, 1024) AS body';
  const removed = sql.statement(text).get(idOf(receipt), queue, receipt);
  return removed && String(removed['body']);
}

export interface Hold {
  readonly queue: string;
  readonly receipt: string;
  readonly now: number;
  readonly hidden: number;
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
    ' FROM lantern_queue WHERE queue = ?2';
  const counts = sql.statement(text).get(now, queue);
  return {
    waiting: Number(counts?.['waiting']),
    delayed: Number(counts?.['delayed']),
    inFlight: Number(counts?.['in_flight']),
  };
}

function idOf(receipt: string): string {
  return receipt.slice(0, Math.max(0, receipt.indexOf('.')));
}

function asTime(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
