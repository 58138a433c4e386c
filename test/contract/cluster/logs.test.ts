import { expect, it } from 'vitest';
import { Failure } from '#core/platform/failure.ts';
import { postgresLogs } from '#core/platform/adapters/postgres/logs/logs.ts';
import { atEnd } from '#test/support/at-end.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { entry } from '#test/support/logs/log-records.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { socketServer } from '#test/support/http/socket-server.ts';
import { onPostgres } from '#test/support/postgres/on-postgres.ts';
import { logsContract } from '../logs-suite.ts';

onPostgres(({ database }) => {
  logsContract('PostgreSQL', async () => {
    const clock = manualClock('2026-03-01T00:00:00.000Z');
    const server = await socketServer();
    const logs = postgresLogs({
      database: database(),
      clock,
      connections: server.local,
      log: () => {},
    });
    atEnd(() => logs.close());
    return { logs, clock, connect: async () => (await server.pair()).client };
  });

  it('finds each exact filter by an index', async () => {
    const own = database();
    const clock = manualClock('2026-03-01T00:00:00.000Z');
    const { local } = await socketServer();
    const logs = postgresLogs({ database: own, clock, connections: local, log: () => {} });
    atEnd(() => logs.close());
    await logs.search({}, { limit: 1 });
    const indexes = await own.query<{ first: string }>(
      `SELECT substring(indexdef FROM '\\((\\w+)') AS first FROM pg_indexes
        WHERE schemaname = $1 AND tablename = 'lantern_logs'`,
      [own.schema],
    );
    expect(indexes.map(({ first }) => first)).toEqual(
      expect.arrayContaining([
        ...['hook_id', 'pr_number', 'repository', 'short', 'event_type', 'scm_user', 'level'],
      ]),
    );
  });

  it('follows after an outage in which nobody could', async () => {
    const own = database();
    let isAway = true;
    const make: typeof own.make = async (statements) => {
      if (isAway) throw new Failure('unavailable', 'storage_unreachable', 'away');
      return own.make(statements);
    };
    const server = await socketServer();
    const logs = postgresLogs({
      database: { ...own, make },
      clock: manualClock('2026-03-01T00:00:00.000Z'),
      connections: server.local,
      log: () => {},
    });
    atEnd(() => logs.close());
    const [first, second] = [(await server.pair()).client, (await server.pair()).client];
    await expectFailure(logs.follow(first.connection, {}), 'unavailable');
    isAway = false;
    await logs.follow(second.connection, {});
    await logs.append([entry({ timestamp: '2026-03-01T00:00:00.000Z', message: 'back' })]);
    expect(JSON.parse(await second.next())).toMatchObject({ message: 'back' });
  });
});
