import pg from 'pg';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openPostgres } from '#core/platform/adapters/postgres/database/database.ts';
import { storageFailure } from '#core/platform/adapters/postgres/database/failure.ts';
import { postgresFeed } from '#core/platform/adapters/postgres/feed/feed.ts';
import { postgresQueue } from '#core/platform/adapters/postgres/queue/queue.ts';
import { postgresRecords } from '#core/platform/adapters/postgres/records/records.ts';
import { isFailure } from '#core/platform/failure.ts';
import { table } from '#core/platform/table.ts';
import { atEnd } from '#test/support/at-end.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onPostgres, ownPostgres } from '#test/support/postgres/on-postgres.ts';

const columns = { id: z.string(), title: z.string(), pages: z.int() };
const first = table({
  ...{ name: 'books', version: 1, columns: z.object(columns), key: ['id'] },
  indexes: { by_title: { equal: [], order: 'title' } },
});
const second = table({
  ...{ name: 'books', version: 2, key: ['id'] },
  columns: z.object({ ...columns, lent: z._default(z.boolean(), false) }),
  indexes: {
    by_title: { equal: [], order: 'title' },
    by_lent: { equal: ['lent'], order: 'pages' },
  },
});

const noBlobs = {
  put: () => Promise.reject(new Error('no blobs')),
  get: async () => undefined,
  delete: async () => {},
};

onPostgres(({ database, unique }) => {
  describe('a feed', () => {
    it('shows no cursor before those of a transaction that is still open', async () => {
      const own = database();
      const feed = postgresFeed({ database: own });
      await feed.append('log', ['one']);
      const heads = own.table('lantern_feeds');
      const entries = own.table('lantern_feed');
      let other: Promise<number> | undefined;
      await own.transaction(async (run) => {
        await run(`UPDATE ${heads} SET last = last + 1 WHERE feed = 'log'`);
        await run(`INSERT INTO ${entries} VALUES ('log', 2, 'two')`);
        // The second writer cannot end before the first: it would get cursor 3, and readers pass 2.
        other = feed.append('log', ['three']);
        const waits = `SELECT count(*) AS waits FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE '%"${own.schema}"%'`;
        await expect.poll(async () => (await own.query(waits))[0]).toEqual({ waits: 1 });
        expect(await feed.read('log')).toEqual([{ cursor: 1, body: 'one' }]);
      });
      expect(await other).toBe(3);
      expect((await feed.read('log')).map(({ body }) => body)).toEqual(['one', 'two', 'three']);
    });
  });

  it('says that a database is unreachable that does not answer, and asks again', async () => {
    const own = database(unique(), { answerMilliseconds: 200 });
    const silent = own.query('SELECT pg_sleep(60)');
    await expectFailure(silent, 'unavailable', 'storage_unreachable');
    const within = own.transaction(async (run) => void (await run('SELECT pg_sleep(60)')));
    await expectFailure(within, 'unavailable', 'storage_unreachable');
    expect(await own.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    // The tables of a large log are not given up.
    await own.make(async (run) => void (await run('SELECT pg_sleep(0.3)')));
  });

  it('frees what a process locked that stands still in a transaction (R3)', async () => {
    const schema = unique();
    const asleep = database(schema, { standstillMilliseconds: 200 });
    const awake = database(schema);
    await awake.make(
      async (run) => void (await run(`CREATE TABLE ${awake.table('place')} (n int)`)),
    );
    await awake.query(`INSERT INTO ${awake.table('place')} VALUES (1)`);
    const add = `UPDATE ${awake.table('place')} SET n = n + 1 RETURNING n`;
    const sleep = asleep.transaction(async (run) => {
      await run(add);
      expect(await awake.query(add)).toEqual([{ n: 2 }]);
      await run(add);
    });
    await expectFailure(sleep, 'unavailable', 'storage_unreachable');
    expect(await asleep.query(`SELECT n FROM ${awake.table('place')}`)).toEqual([{ n: 2 }]);
  });

  describe('a queue', () => {
    it('gives each message to one of many receivers in several processes', async () => {
      const schema = unique();
      const clock = manualClock();
      const queues = [{ name: 'work', visibilitySeconds: 30, maxAttempts: 3 }];
      const open = () =>
        postgresQueue({ database: database(schema), blobs: noBlobs, clock, queues });
      const replicas = [open(), open(), open()] as const;
      const replica = (n: number) => replicas[n % 3] ?? replicas[0];
      await Promise.all(Array.from({ length: 200 }, (_, n) => replica(n).send('work', String(n))));
      const received = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          replica(n).receive('work', { max: 10, waitSeconds: 0 }),
        ),
      );
      const bodies = received.flat().map((message) => message.body);
      expect(new Set(bodies).size).toBe(bodies.length);
      expect(bodies).toHaveLength(200);
    });

    it('wakes a receiver of another replica', async () => {
      const schema = unique();
      const clock = manualClock();
      const queues = [{ name: 'work', visibilitySeconds: 30, maxAttempts: 3 }];
      const open = () =>
        postgresQueue({ database: database(schema), blobs: noBlobs, clock, queues });
      const [one, other] = [open(), open()];
      const waiting = one.receive('work', { max: 1, waitSeconds: 20 });
      await other.send('work', 'hello');
      // Its clock stands still: only the other's word can end the wait.
      expect((await waiting).map(({ body }) => body)).toEqual(['hello']);
    });
  });

  describe('tables', () => {
    it('are made once by replicas that start together', async () => {
      const schema = unique();
      const clock = manualClock();
      const replicas = Array.from({ length: 8 }, () =>
        postgresRecords({ database: database(schema), clock }),
      );
      await Promise.all(
        replicas.map((records, n) => records.insert(first, { id: `b${n}`, title: 'T', pages: n })),
      );
      expect((await replicas[0]?.list(first, { index: 'by_title' }))?.rows).toHaveLength(8);
    });

    it('grow while replicas of the version before go on (R8)', async () => {
      const schema = unique();
      const clock = manualClock();
      const before = postgresRecords({ database: database(schema), clock });
      await before.insert(first, { id: 'a', title: 'Ärger', pages: 1 });
      const after = postgresRecords({ database: database(schema), clock });
      expect(await after.get(second, { id: 'a' })).toMatchObject({ title: 'Ärger', lent: false });
      await after.update(second, { id: 'a' }, { lent: true });
      await before.insert(first, { id: 'b', title: 'Buch', pages: 2 });
      await before.update(first, { id: 'a' }, { pages: 3 });
      const { rows } = await after.list(second, { index: 'by_lent', where: { lent: true } });
      expect(rows).toMatchObject([{ id: 'a', pages: 3, lent: true }]);
      expect(await after.get(second, { id: 'b' })).toMatchObject({ lent: false });
    });
  });

  describe('an outage', () => {
    it('of an unreachable server names the address without its password (S10)', async () => {
      const url = 'postgres://ada:secret-word@127.0.0.1:1/shop?sslmode=disable';
      const own = openPostgres({ url, schema: 'x' });
      atEnd(() => own.close());
      const failure = await own.query('SELECT 1').catch((error: unknown) => error);
      expect(isFailure(failure, 'unavailable', 'storage_unreachable')).toBe(true);
      expect(String(failure)).toContain('postgres://ada@127.0.0.1:1/shop');
      expect(JSON.stringify([String(failure), (failure as Error).stack])).not.toContain('secret');
    });

    it('of a server without TLS, or whose certificate is not trusted, says what to correct', async () => {
      const { url } = await ownPostgres();
      const own = openPostgres({ url: `${url}?sslmode=verify-full`, schema: 'x' });
      atEnd(() => own.close());
      const failure = await expectFailure(own.query('SELECT 1'), 'unavailable', 'storage_refused');
      expect(failure.message).toMatch(/ offers no TLS; correct sslmode in DATABASE_URL$/);
      const error = Object.assign(new Error('self-signed'), {
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
      expect(String(storageFailure('x', error))).toContain('NODE_EXTRA_CA_CERTS');
    });

    it('of the server in the middle loses nothing that was acknowledged', async () => {
      const server = await ownPostgres();
      const own = openPostgres({ url: server.url, schema: 'outage' });
      atEnd(() => own.close());
      const feed = postgresFeed({ database: own });
      const subscriber = new AbortController();
      atEnd(() => subscriber.abort());
      await feed.append('log', ['first']);
      const acknowledged: string[] = ['first'];
      let restarted: Promise<void> | undefined;
      let failures = 0;
      for (let n = 0; n < 60; n += 1) {
        if (n === 20) restarted = server.restart();
        await Promise.all(
          [1, 2, 3].map(async (writer) => {
            const body = `${n}.${writer}`;
            try {
              await feed.append('log', [body]);
              acknowledged.push(body);
            } catch (error) {
              // What was on its way may be there or not; the caller knows that it has to look.
              expect(isFailure(error, 'unavailable')).toBe(true);
              failures += 1;
            }
          }),
        );
        if (n === 30) await restarted;
      }
      expect(failures).toBeGreaterThan(0);
      const entries = await feed.read('log', { limit: 10_000 });
      expect(entries.map(({ cursor }) => cursor)).toEqual(entries.map((_, at) => at + 1));
      const bodies = new Set(entries.map(({ body }) => body));
      expect(acknowledged.filter((body) => !bodies.has(body))).toEqual([]);
      // Those who wait hear again: the connection that listens was lost too.
      const heard = feed.subscribe('log', { after: entries.length, signal: subscriber.signal });
      const next = heard[Symbol.asyncIterator]().next();
      await feed.append('log', ['last']);
      expect((await next).value).toMatchObject({ body: 'last' });
    });

    it('of a user without rights says what to grant', async () => {
      const server = await ownPostgres();
      const admin = new pg.Client({ connectionString: server.url });
      await admin.connect();
      await admin.query('CREATE ROLE poor LOGIN');
      await admin.end();
      const own = openPostgres({ url: server.url.replace('lantern:', 'poor:'), schema: 'mine' });
      atEnd(() => own.close());
      const records = postgresRecords({ database: own, clock: manualClock() });
      const failure = await expectFailure(
        records.get(first, { id: 'a' }),
        'unavailable',
        'storage_refused',
      );
      expect(String(failure)).toContain('grant CREATE');
    });
  });
});
