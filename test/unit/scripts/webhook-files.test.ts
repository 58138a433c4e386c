import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { laptopEnvironment } from '../../../scripts/services/laptop.ts';
import {
  variablesInFile,
  writeExampleConfiguration,
} from '../../../scripts/services/webhook-files.ts';

const folder = eachTest(temporaryFolder);

const file = () => join(folder().path, 'config.yaml');
const given = () => ({ WEBHOOK_SERVER_DATA_DIR: folder().path });
const repositories = 'repositories: {a: {name: owner/a}}';

it.each([
  ['ip-bind: 192.0.2.1', { WEBHOOK_SERVER_IP_BIND: '192.0.2.1' }],
  ['port: 5001', { WEBHOOK_SERVER_PORT: '5001' }],
  ['prot: 5001', {}],
  ['', {}],
])('the receiver listens where its file says: %j', async (line, expected) => {
  await writeFile(file(), `${line}\n${repositories}`);
  expect(variablesInFile(given())).toEqual(expected);
});

it('the file wins over the defaults of npm start, and the environment over the file', async () => {
  await writeFile(file(), `ip-bind: 192.0.2.1\nport: 5001\n${repositories}`);
  const environment = laptopEnvironment(
    services.webhook,
    { ...given(), WEBHOOK_SERVER_PORT: '5002' },
    [],
  );
  expect(environment).toMatchObject({
    ...{ WEBHOOK_SERVER_IP_BIND: '192.0.2.1', WEBHOOK_SERVER_PORT: '5002' },
  });
});

it('the first start writes an example, and never over a file that is there', async () => {
  writeExampleConfiguration(given());
  expect(await readFile(file(), 'utf8')).toContain('#repositories:');
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  await writeFile(file(), 'mine');
  writeExampleConfiguration(given());
  expect(await readFile(file(), 'utf8')).toBe('mine');
});
