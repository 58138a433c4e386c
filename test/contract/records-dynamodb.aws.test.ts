// What only DynamoDB's way of keeping records can get wrong.
import { ScanCommand, type TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import { readMetrics } from '#core/analysis/alerts/health/read-metrics.ts';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import { failureHistory } from '#core/analysis/base/tables/tables.ts';
import { searchFailures } from '#core/analysis/results/history/search-failures.ts';
import { listDashboard, listResults } from '#core/analysis/results/list-dashboard.ts';
import { listProjects } from '#core/docs/projects/listing.ts';
import { projects } from '#core/docs/tables.ts';
import { leases } from '#core/jobs/tables.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { people } from '#test/support/people/people-table.ts';
import { watchedClient } from '#test/support/aws/watched-client.ts';
import { tickets } from './records/expiry.ts';

onBackend((on) => {
  let physical: string;
  let tables = 0;
  const blobs = memoryBlobs();
  const open = (physicalTable = physical) =>
    awsRecords({ client: on.clients().dynamodb, table: physicalTable, blobs });

  beforeAll(async () => {
    physical = await freshTable(on);
  });

  it('rows over several shards come in one order, page by page', async () => {
    const many = { ...people, name: `people_${++tables}`, unique: [], shards: 4 };
    const ids = Array.from(
      { length: 90 },
      (_, at) => `p${String((at * 37) % 90).padStart(2, '0')}`,
    );
    await Promise.all(ids.map((id) => open().insert(many, { id, team: 'red', name: 'n' })));
    const sorted = ids.toSorted();
    for (const index of [undefined, 'by_team'] as const) {
      const place = index === undefined ? {} : { index, where: { team: 'red' } };
      for (const order of ['ascending', 'descending'] as const) {
        const met: string[] = [];
        for (let cursor: string | undefined, more = true; more;) {
          const from = cursor === undefined ? {} : { cursor };
          const query = { ...place, order, limit: 7, total: true, ...from };
          const page = await open().list(many, query);
          expect(page.total).toBe(90);
          met.push(...page.rows.map(({ id }) => id));
          cursor = page.cursor;
          more = cursor !== undefined;
        }
        expect(met).toEqual(order === 'ascending' ? sorted : sorted.toReversed());
      }
    }
  });

  it('conditions on columns that the index carries read the rows of the page alone', async () => {
    const { indexes } = people;
    const carries = ['active', 'email'] as const;
    const many = {
      ...{ ...people, name: `people_${++tables}` },
      indexes: { ...indexes, by_age: { equal: [], order: 'age', carries } },
    };
    for (let age = 0; age < 30; age++) {
      const email = age % 2 === 0 ? `${age}@even` : null;
      await open().insert(many, { id: `p${age}`, team: 'red', age, email, active: age < 20 });
    }
    const asked: string[] = [];
    const client = watchedClient(on.clients().dynamodb, (name, input) => {
      const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
      asked.push(name === 'BatchGetItemCommand' ? `${name} ${keys.length}` : name);
    });
    const records = awsRecords({ client, table: physical, blobs });
    const contains = { columns: ['email'] as const, text: '@EVEN' };
    const query = { index: 'by_age', filter: { active: true }, contains, total: true };
    const page = await records.list(many, { ...query, limit: 3, offset: 4 });
    expect(page).toMatchObject({ total: 10, rows: [{ age: 8 }, { age: 10 }, { age: 12 }] });
    expect(asked).toEqual(['QueryCommand', 'BatchGetItemCommand 3']);
  });

  it('lists of projects and analyses read what they show, and no plans and phases', async () => {
    const plan_json = JSON.stringify({ pages: 'p'.repeat(30_000) });
    const times = { created_at: '2026-01-01', updated_at: '2026-01-01' };
    for (let at = 0; at < 20; at++) {
      const key = { owner: 'ada', name: `project-${at}` };
      const repo_url = 'https://code.example/team/project';
      await open().insert(projects, { ...key, ...times, repo_url, status: 'ready', plan_json });
      const progress_log = [{ phase: plan_json, timestamp: 0 }];
      await addJob({ records: open(), blobs }, { id: `job_${at}`, status: 'failed', progress_log });
    }
    let bytes = 0;
    const client = watchedClient(
      on.clients().dynamodb,
      () => undefined,
      (_, reply) => {
        bytes += JSON.stringify(reply).length;
        return reply;
      },
    );
    const records = awsRecords({ client, table: physical, blobs });
    const caller = { username: 'ada', role: 'user', via: 'key' } as const;
    const lists = [
      () => listProjects({ records }, { ...caller, isAdmin: true }),
      () => listProjects({ records }, { ...caller, isAdmin: false }),
      () => listDashboard({ records }),
      () => listResults({ records }, 20),
    ];
    for (const list of lists) {
      bytes = 0;
      expect(await list()).toHaveLength(20);
      expect(bytes).toBeLessThan(20 * 2_000);
    }
  });

  it('totals of counted groups come from counters, whatever enters and leaves', async () => {
    const [records, store] = [open(), { records: open(), blobs, clock: manualClock() }];
    const ofRow = { build_number: 1, error_message: 'e', error_signature: 's' };
    const row = { ...ofRow, child_job_name: '', child_build_number: 0, analyzed_at: '2026-01-01' };
    const rows = Array.from({ length: 150 }, (_, position) => ({
      ...{ ...row, job_id: 'job', position, test_name: `t${position}` },
      ...{
        job_name: `shop-${position % 3}`,
        classification: position % 2 === 0 ? ('PRODUCT BUG' as const) : ('CODE ISSUE' as const),
      },
    }));
    await records.add(failureHistory, rows);
    const statuses = ['running', 'pending', 'failed'] as const;
    for (const [at, status] of statuses.entries()) await addJob(store, { id: `m${at}`, status });
    await records.update(jobs, { id: 'm0' }, { status: 'completed' });
    await records.delete(jobs, { id: 'm2' });

    let read = 0;
    const client = watchedClient(
      on.clients().dynamodb,
      () => undefined,
      (_, reply) => {
        const { Items = [], Responses = {} } = reply as typeof reply & { Items?: object[] };
        read += Items.length + Object.values(Responses).flat().length;
        return reply;
      },
    );
    const watched = awsRecords({ client, table: physical, blobs });
    const page = { limit: 1, offset: 0 };
    expect(await searchFailures({ records: watched }, page)).toMatchObject({ total: 150 });
    // A page of each of four shards, and the counters.
    expect(read).toBeLessThanOrEqual(4 * 20 + 64 + 1);
    const ofJob = { ...page, job_name: 'shop-1' };
    expect((await searchFailures({ records: watched }, ofJob)).total).toBe(50);
    const ofClass = { ...page, classification: 'CODE ISSUE' } as const;
    read = 0;
    expect((await searchFailures({ records: watched }, ofClass)).total).toBe(75);
    // Entries carry the class: of the rows only that of the page is read.
    expect(read).toBeLessThanOrEqual(150 + 1);
    const metrics = await readMetrics({ ...store, records: watched });
    expect(metrics).toContain('lantern_jobs{status="completed"} 1\n');
    expect(metrics).toContain('lantern_jobs{status="running"} 0\n');
  });

  it('leases of jobs are spread over partitions', async () => {
    // Items, since a transaction that met another is tried again.
    const writes = new Map<string, Set<string>>();
    const client = watchedClient(on.clients().dynamodb, (_, input) => {
      const { TransactItems = [] } = input as TransactWriteItemsCommandInput;
      for (const { Put } of TransactItems) {
        const pk = Put?.Item?.['pk']?.S ?? '';
        const items = writes.get(pk) ?? new Set();
        writes.set(pk, items.add(Put?.Item?.['sk']?.S ?? ''));
      }
    });
    const records = awsRecords({ client, table: physical, blobs });
    const open = { state: 'running', message: 'm', fence: 1, attempts: 1 } as const;
    // More at once than a busy machine connects are no part of the question.
    for (let from = 0; from < 320; from += 32) {
      const ids = Array.from({ length: 32 }, (_, at) => `job/${from + at}`);
      await Promise.all(
        ids.map((id) => records.insert(leases, { id, ...open, expires_at: '2026-01-01' })),
      );
    }
    const partitions = [...writes.values()].map(({ size }) => size).filter((size) => size > 1);
    expect(partitions).toHaveLength(16);
    expect(Math.max(...partitions)).toBeLessThanOrEqual(2 * (320 / 16));
  });

  it('every read is consistent, and what DynamoDB left out is asked for again', async () => {
    const many = { ...people, name: `people_${++tables}` };
    for (const id of ['p1', 'p2', 'p3']) await open().insert(many, { id, team: 'red' });
    const consistent: unknown[] = [];
    let batches = 0;
    const client = watchedClient(
      on.clients().dynamodb,
      (_, { ConsistentRead, RequestItems }) => {
        const batch = Object.values(RequestItems ?? {}).map((one) => one.ConsistentRead);
        consistent.push(...(RequestItems ? batch : [ConsistentRead]));
      },
      (name, reply) => {
        if (name !== 'BatchGetItemCommand' || batches++ > 0) return reply;
        // Of a large batch the real service answers a part.
        const [first, ...rest] = reply.Responses?.[physical] ?? [];
        const Keys = rest.map(({ pk, sk }) => ({ pk, sk }) as never);
        return {
          Responses: { [physical]: first ? [first] : [] },
          UnprocessedKeys: { [physical]: { Keys, ConsistentRead: true } },
        };
      },
    );
    const records = awsRecords({ client, table: physical, blobs });
    expect((await records.list(many)).rows.map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
    expect(await records.get(many, { id: 'p2' })).toMatchObject({ id: 'p2' });
    expect(consistent).toEqual([true, true, true, true]);
  });

  it.each([
    ['ProvisionedThroughputExceededException', undefined],
    // The first try of the same transaction goes on.
    ['TransactionInProgressException', undefined],
    ['TransactionCanceledException', 'ThrottlingError'],
  ])('throttling, told by %s %s, is an outage (R7)', async (name, Code) => {
    const many = { ...people, name: `people_${++tables}` };
    const client = watchedClient(on.clients().dynamodb, (command) => {
      if (command !== 'TransactWriteItemsCommand') return;
      const error = Object.assign(new Error(name), { name, CancellationReasons: [{ Code }] });
      throw Object.assign(error, { $metadata: { httpStatusCode: 400 } });
    });
    const records = awsRecords({ client, table: physical, blobs });
    const writing = records.insert(many, { id: 'p', team: 'red' });
    await expectFailure(writing, 'unavailable', 'storage_busy');
  });

  it('a transaction that meets another one is tried again', async () => {
    const many = { ...people, name: `people_${++tables}` };
    let conflicts = 0;
    const client = watchedClient(on.clients().dynamodb, (name) => {
      if (name !== 'TransactWriteItemsCommand' || conflicts++ > 2) return;
      const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
      const text = { name: 'TransactionCanceledException', CancellationReasons };
      throw Object.assign(new Error('conflict'), text);
    });
    const records = awsRecords({ client, table: physical, blobs });
    expect(await records.insert(many, { id: 'p', team: 'red' })).toMatchObject({ version: 1 });
    expect(conflicts).toBe(4);
  });

  it('a large row that is written again as it was is still there', async () => {
    const many = { ...people, name: `people_${++tables}` };
    const row = { id: 'p1', team: 'red', note: 'x'.repeat(400_000) };
    await open().put(many, row);
    const files = blobs.files.size;
    const again = await open().put(many, row);
    expect(await open().get(many, { id: 'p1' })).toEqual({ ...again, version: 2 });
    expect(blobs.files.size).toBe(files);
    await open().delete(many, { id: 'p1' });
    expect(blobs.files.size).toBe(files - 1);
  });

  it('a reader that meets a large row between two writes gets one of them', async () => {
    const many = { ...people, name: `people_${++tables}` };
    const note = (at: number) => String(at).repeat(400_000);
    await open().insert(many, { id: 'p', team: 'red', note: note(0) });
    let writing = true;
    const write = async () => {
      for (let at = 1; at < 10; at++) await open().update(many, { id: 'p' }, { note: note(at) });
    };
    const read = async () => {
      while (writing) {
        const row = await open().get(many, { id: 'p' });
        expect(row?.note).toBe(note((row?.version ?? 0) - 1));
      }
    };
    await Promise.all([write().finally(() => (writing = false)), read(), read()]);
  });

  it('every item of a row that expires carries its time to live, in whole seconds', async () => {
    const alone = await freshTable(on);
    const ticket = { id: 'a', seat: 's1', note: null, ends_at: '2026-01-01T00:00:00.001Z' };
    const clock = manualClock('2025-12-31');
    const records = awsRecords({ client: on.clients().dynamodb, table: alone, blobs, clock });
    await records.insert(tickets, ticket);
    await records.insert(tickets, { ...ticket, id: 'b', seat: null, ends_at: null });
    const client = await on.clients().dynamodb();
    const { Items = [] } = await client.send(new ScanCommand({ TableName: alone }));
    const seconds = String(Date.parse('2026-01-01T00:00:01Z') / 1_000);
    const lives = Items.map(({ pk, expiresAt }) => [pk?.S?.split('#')[0], expiresAt?.N]);
    const kinds = (life: string | undefined) =>
      lives.flatMap(([kind, one]) => (one === life ? [kind] : [])).sort();
    expect(kinds(seconds)).toEqual(['i', 'k', 'r', 'u']);
    expect(kinds(undefined)).toEqual(['i', 'k', 'r']);
  });

  it('a table that was not rolled out is a matter of configuration', async () => {
    await expectFailure(open('no-such-table').get(people, { id: 'p' }), 'configuration');
    await expectFailure(
      open('no-such-table').insert(people, { id: 'p', team: '' }),
      'configuration',
    );
  });
});
