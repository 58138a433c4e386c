import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocal } from '#core/home/open-local.ts';
import { localSecrets } from '#core/platform/adapters/local/secrets.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { configured, secretsContract } from './secrets-suite.ts';

secretsContract('files', async () => {
  const folder = await temporaryFolder();
  const options = { environment: configured, directory: `${folder.path}/keys` };
  return {
    secrets: localSecrets(options),
    other: localSecrets(options),
  };
});

describe('secrets: files alone', () => {
  it('lie in files of mode 600, in a folder of mode 700', async () => {
    const folder = await temporaryFolder();
    const directory = join(folder.path, 'keys');
    await localSecrets({ environment: {}, directory }).keep('session', () => 'value');
    expect(fs.statSync(directory).mode & 0o777).toBe(0o700);
    const file = join(directory, 'session.secret');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(file, 'utf8')).toBe('value');
  });

  it.each([
    ['a secret', 'raced'],
    ['a secret that is kept apart', 'apart'],
  ])('are one value to processes that race: %s', async (_, name) => {
    const folder = await temporaryFolder();
    const racers = Array.from({ length: 4 }, () =>
      runChild('processes/files-child.ts', ['keep', folder.path, name]),
    );
    const lines = (await Promise.all(racers)).map((racer) => racer.lines);
    const values = [...new Set(lines.map((said) => said.at(-1)))];
    expect(values).toEqual([expect.stringMatching(/^by /)]);
  });

  it.each([
    ['XDG_DATA_HOME', { XDG_DATA_HOME: '/xdg', HOME: '/home' }, 'xdg/lantern'],
    ['the home folder', { XDG_DATA_HOME: 'relative', HOME: '/home' }, 'home/.local/share/lantern'],
    ['the data, for a service without a home folder', {}, 'data/secrets'],
  ])('the key of a database lies below %s (S10)', async (_, variables, place) => {
    const folder = await temporaryFolder();
    const environment = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        value.startsWith('/') ? `${folder.path}${value}` : value,
      ]),
    );
    const directory = join(folder.path, 'data');
    const database = join(directory, 'a.db');
    const local = openLocal({ service: 'analysis', environment, directory, database, queues: [] });
    await local.secrets.keep('APP_ENCRYPTION_KEY', () => 'key');
    await local.close();
    expect(fs.readdirSync(join(folder.path, place))).toHaveLength(1);
  });

  it('are not read through a symlink (S3)', async () => {
    const folder = await temporaryFolder();
    fs.symlinkSync('/etc/hostname', join(folder.path, 'session.secret'));
    const secrets = localSecrets({ environment: {}, directory: folder.path });
    await expectFailure(
      secrets.keep('session', () => 'own'),
      'configuration',
      'secret_link',
    );
  });

  it('a file in place of the folder is a mistake of the operator', async () => {
    const folder = await temporaryFolder();
    fs.writeFileSync(join(folder.path, 'keys'), '');
    const secrets = localSecrets({ environment: {}, directory: join(folder.path, 'keys') });
    await expectFailure(
      secrets.keep('a', () => 'own'),
      'configuration',
      'data_directory',
    );
    expect(await secrets.read('a')).toBeUndefined();
  });
});
