import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { environmentOf } from '#core/platform/config.ts';
import { services } from '#functions/manifest.ts';
import { secretName } from '../../../infra/names.ts';
import { expectFailure } from '#test/support/expect-failure.ts';

const key = Buffer.alloc(32, 7);
const nonce = Buffer.alloc(12, 9);
const noFile = () => {
  throw new Error('no such file');
};

function seal(nonce: Uint8Array, resources: object): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(resources)), cipher.final()]);
  return Buffer.concat([text, cipher.getAuthTag()]);
}

const resources = {
  App: { name: 'lantern', stage: 'test' },
  AdminKey: { value: 'a key of sixteen letters', type: 'sst.sst.Secret' },
  AnthropicApiKey: { value: '' },
};
const byFile = { SST_KEY: key.toString('base64'), SST_KEY_FILE: 'resource.enc' };
const file = () => seal(Buffer.alloc(12), resources);
const sealed = Buffer.concat([nonce, seal(nonce, resources)]).toString('base64');

it('finds every secret under the name that the rollout gives it', () => {
  const names = Object.values(services).flatMap(({ secrets = [] }) => secrets);
  for (const { name } of names) {
    const linked = { [`SST_RESOURCE_${secretName(name)}`]: '{"value":"kept"}' };
    expect(environmentOf(linked, noFile)[name]).toBe('kept');
  }
  expect(names.length).toBeGreaterThan(0);
});

describe('what the rollout links', () => {
  it.each([
    ['in the file of a bundle', byFile, file],
    ['in a variable of the image', { SST_KEY: byFile.SST_KEY, LANTERN_SEALED: sealed }, noFile],
    [
      'in the clear, as sst shell does',
      { SST_RESOURCE_AdminKey: JSON.stringify(resources.AdminKey) },
      noFile,
    ],
  ])('is read %s', (_where, variables, readFile) => {
    const read = environmentOf(variables, readFile);
    expect(read['ADMIN_KEY']).toBe('a key of sixteen letters');
    expect(read).not.toHaveProperty('APP');
    expect(read).not.toHaveProperty('ANTHROPIC_API_KEY');
  });

  it('lies under the environment', () => {
    const read = environmentOf({ ...byFile, ADMIN_KEY: 'set by hand' }, file);
    expect(read['ADMIN_KEY']).toBe('set by hand');
  });

  it('is not hidden by an empty variable', () => {
    const read = environmentOf({ ...byFile, ADMIN_KEY: ' ' }, file);
    expect(read['ADMIN_KEY']).toBe('a key of sixteen letters');
  });

  it.each([
    ['the file is not there', byFile, noFile, 'resource.enc cannot be read: roll out again'],
    [
      'the key is another',
      { ...byFile, SST_KEY: Buffer.alloc(32).toString('base64') },
      file,
      'resource.enc cannot be read: roll out again',
    ],
    [
      'the variable is cut short',
      { SST_KEY: byFile.SST_KEY, LANTERN_SEALED: sealed.slice(0, 40) },
      noFile,
      'LANTERN_SEALED cannot be read: roll out again',
    ],
  ])('refuses the start when %s', async (_what, variables, readFile, message) => {
    const start = async () => environmentOf(variables, readFile);
    const failure = await expectFailure(start(), 'configuration', 'bad_link');
    expect(failure.message).toBe(message);
  });
});
