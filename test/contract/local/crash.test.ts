import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import type { Message } from '#core/platform/ports/queue.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { people } from '#test/support/people/people-table.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it('a killed process loses no row that it acknowledged, and the file is sound (R1)', async () => {
  const folder = await temporaryFolder();
  const acknowledged: string[] = [];
  for (const killAfter of [1, 50, 400]) {
    const { lines, signal } = await runChild('processes/store-child.ts', ['insert', folder.path], {
      killAfter,
    });
    expect(signal).toBe('SIGKILL');
    expect(lines.length).toBeGreaterThanOrEqual(killAfter);
    const database = openDatabase({ file: join(folder.path, 'app.db') });
    const records = localRecords(database);
    const { rows, total } = await records.list(people, { limit: 10_000, total: true });
    const kept = new Set(rows.map(({ id }) => id));
    expect(lines.filter((id) => !kept.has(id))).toEqual([]);
    expect(total).toBe(rows.length);
    expect(database.read((sql) => sql.statement('PRAGMA integrity_check').all())).toEqual([
      { integrity_check: 'ok' },
    ]);
    await records.insert(people, { id: `after ${killAfter}`, team: 'red' });
    acknowledged.push(...lines);
    await Promise.all(rows.map(({ id }) => records.delete(people, { id })));
    await database.close();
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(451);
  await folder.remove();
});

it('a killed process loses no message that it sent, nor its body (R1)', async () => {
  const folder = await temporaryFolder();
  const { lines, signal } = await runChild('processes/store-child.ts', ['send', folder.path], {
    killAfter: 120,
  });
  expect(signal).toBe('SIGKILL');
  const database = openDatabase({ file: join(folder.path, 'app.db') });
  const queue = localQueue({
    database,
    blobs: localBlobs({ directory: join(folder.path, 'blobs') }),
    // After whatever the killed process took for now.
    clock: manualClock('2999-01-01'),
    queues: [{ name: 'work', visibilitySeconds: 30, maxAttempts: 3 }],
  });
  const met = new Map<string, Message>();
  for (;;) {
    const some = await queue.receive('work', { max: 10, waitSeconds: 0 });
    if (some.length === 0) break;
    for (const message of some) met.set(message.id, message);
  }
  expect(lines.some((line) => line.endsWith(' 1200000'))).toBe(true);
  for (const line of lines) {
    const [id = '', length] = line.split(' ');
    expect((await queue.open(met.get(id)?.body ?? '')).length).toBe(Number(length));
  }
  await queue.close();
  await database.close();
  await folder.remove();
});
