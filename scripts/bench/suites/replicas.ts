import { join } from 'node:path';
import pg from 'pg';
import { postgresPrograms, startPostgres } from '#test/support/postgres/server.ts';
import { receiving } from '../deliveries.ts';
import { analyze, failures, withAnalysis } from '../fast-analysis.ts';
import { inTurns, ratioOf, size, suite, timed, type Line } from '../suite.ts';

const rounds = size(7, 2);
/** Analyses at once, for the processors of two replicas. */
const atOnce = 8;

// Replicas with PostgreSQL, where it is installed, beside the laptop in the same run.
await suite(async (folder) => {
  if (postgresPrograms === undefined) return [];
  const server = await startPostgres({ isDurable: true });
  const variables = {
    DATABASE_URL: server.url,
    SECRETS_KEY: 'a key that is long enough',
    BLOBS_DIR: join(folder, 'files'),
  };
  const many = failures(1_000, 50);
  const rateOf = async (work: () => Promise<unknown>, count = 1) =>
    (1_000 * count) / (await timed(work));
  const replica = <Result>(measure: (url: string) => Promise<Result>) =>
    withAnalysis(folder, measure, variables);
  const lines: Line[] = [];
  await replica((one) =>
    withAnalysis(folder, async (laptop) => {
      const [owns, roofs] = await inTurns(
        rounds,
        () => rateOf(() => analyze(one, many)),
        () => rateOf(() => analyze(laptop, many)),
      );
      const name = 'Cluster, analysis of 1,000 failures, against the laptop';
      lines.push({ name, unit: '1/s', floor: 0.5, ...ratioOf(owns, roofs) });
    }),
  );
  await replica((one) =>
    replica(async (two) => {
      const all = (urls: readonly string[]) =>
        rateOf(
          () =>
            Promise.all(
              Array.from({ length: atOnce }, (_, at) =>
                analyze(urls[at % urls.length] ?? '', many),
              ),
            ),
          atOnce,
        );
      const [owns, roofs] = await inTurns(
        rounds,
        () => all([one, two]),
        () => all([one]),
      );
      const name = 'Cluster, eight analyses at once on two replicas, against one';
      lines.push({ name, unit: '1/s', ...ratioOf(owns, roofs) });
    }),
  );
  const bare = new pg.Pool({ connectionString: server.url, max: 16 });
  bare.on('error', () => {});
  await bare.query('CREATE TABLE bare (id bigserial PRIMARY KEY, body text)');
  lines.push(
    ...(await receiving({
      name: 'Cluster, signed delivery of 10 kB, durable',
      folder,
      variables,
      configuration: join(folder, 'files', 'webhook'),
      insert: (body) => bare.query('INSERT INTO bare (body) VALUES ($1)', [body]),
    })),
  );
  await bare.end();
  await server.stop();
  return lines;
});
