import { expect, it } from 'vitest';
import { openSecrets, sealSecrets } from '#core/analysis/base/configuration/sealed.ts';
import { isFailure } from '#core/platform/failure.ts';

const needs = (APP_ENCRYPTION_KEY: string) => ({
  environment: { APP_ENCRYPTION_KEY },
  secrets: { read: async () => undefined, keep: async () => 'not used' },
});
const before = needs('the key before');

it('stored credentials open with the same APP_ENCRYPTION_KEY only (S10)', async () => {
  const secrets = { scm_token: 'tök€n', additional_repo_tokens: { lib: 'other' } };
  const [sealed, again] = [await sealSecrets(before, secrets), await sealSecrets(before, secrets)];
  expect(await openSecrets(before, sealed)).toEqual(secrets);
  expect(again).not.toBe(sealed);
  const unreadable = (error: unknown) => isFailure(error, 'invalid', 'unreadable_secrets');
  const bytes = Buffer.from(sealed ?? '', 'base64url');
  expect(bytes.toString('latin1')).not.toContain('other');
  for (const [at, byte] of [...bytes.entries()].filter(([index]) => index % 7 === 0)) {
    const changed = Buffer.from(bytes);
    changed[at] = byte ^ 1;
    const wrong = openSecrets(before, changed.toString('base64url'));
    await expect(wrong).rejects.toSatisfy(unreadable);
  }
  for (const wrong of [openSecrets(needs('the key after'), sealed), openSecrets(before, 'short')]) {
    await expect(wrong).rejects.toSatisfy(unreadable);
  }
});

it('without credentials nothing is stored', async () => {
  expect(await sealSecrets(before, { scm_token: undefined })).toBeNull();
  expect(await openSecrets(before, null)).toEqual({});
});
