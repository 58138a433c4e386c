import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { push } from '../../../scripts/commands/config.ts';

onBackend((on) => {
  const folder = eachTest(temporaryFolder);

  async function pushed(text: string, bucket?: string) {
    const shell = recordingShell({});
    const file = join(folder().path, 'other.yaml');
    await writeFile(file, text);
    const { region, credentials } = on.endpoints();
    const aws = { region, credentials, endpoints: on.endpoints() };
    await push([file], { ...(bucket !== undefined && { bucket }) }, shell, aws);
    return shell.printed().stdout;
  }
  const stored = async () =>
    (await awsBlobs({ s3: on.clients().s3, bucket: on.bucket }).head('config.yaml'))?.size;

  it('lantern config push puts a valid file into the bucket, and no other', async () => {
    await expect(pushed('repositories:\n  a: {nam: o/a}\n', on.bucket)).rejects.toThrow('nam');
    await expect(pushed('repositories:\n  a: {name: o/a}\n')).rejects.toThrow('--bucket');
    expect(await stored()).toBeUndefined();
    const text = 'repositories:\n  a: {name: o/a}\n';
    expect(await pushed(text, on.bucket)).toContain(`config.yaml is in ${on.bucket}`);
    expect(await stored()).toBe(text.length);
  });
});
