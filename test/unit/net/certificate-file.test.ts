import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { writeCertificateFile } from '#core/platform/adapters/net/fetch/certificates.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it('keeps the authorities of two programs apart in one folder', async () => {
  const { path: folder } = await temporaryFolder();
  const one = await writeCertificateFile(folder, 'the first authority');
  const other = await writeCertificateFile(folder, 'the second authority');
  expect(await writeCertificateFile(folder, 'the first authority')).toBe(one);
  expect(await readFile(one, 'utf8')).toMatch(/BEGIN CERTIFICATE[^]*the first authority$/);
  expect(await readFile(other, 'utf8')).toMatch(/the second authority$/);
});
