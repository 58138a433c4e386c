import { expect, it } from 'vitest';
import { postgresSecrets } from '#core/platform/adapters/postgres/secrets.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { onPostgres } from '#test/support/postgres/on-postgres.ts';
import { configured, secretsContract } from '../secrets-suite.ts';

const key = 'a key of the environment';

onPostgres(({ database, unique }) => {
  secretsContract('PostgreSQL', async () => {
    const schema = unique();
    const open = () =>
      postgresSecrets({ database: database(schema), environment: configured, key });
    return { secrets: open(), other: open() };
  });

  it('are sealed rows, which another key does not open (S10)', async () => {
    const own = database();
    const secrets = postgresSecrets({ database: own, environment: {}, key });
    expect(await secrets.keep('session', () => 'in plain words')).toBe('in plain words');
    const rows = await own.query(`SELECT * FROM ${own.table('lantern_secrets')}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('plain words');
    const other = postgresSecrets({ database: own, environment: {}, key: 'another key' });
    await expectFailure(
      other.keep('session', () => 'new'),
      'configuration',
      'other_secrets_key',
    );
  });
});
