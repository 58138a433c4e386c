import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { blobsContract } from './blobs-suite.ts';

onBackend(({ backend, bucket, clients }) => {
  const open = async () => ({ blobs: awsBlobs({ s3: () => clients().s3(), bucket }) });
  blobsContract(`S3 on ${backend.services.s3}`, open, {
    links: true,
    readers: 8,
  });

  it('a folder of a bucket shows its own keys alone, to their service', async () => {
    const open = (prefix: string) => awsBlobs({ s3: () => clients().s3(), bucket, prefix });
    const [docs, analysis] = [open('docs/'), open('analysis/')];
    await docs.put('a/one', 'of docs');
    await analysis.put('a/one', 'of analysis');
    await analysis.put('a/two', 'x');
    const version = await docs.newVersion('site/');
    await version.put('index.html', 'f1', 'page');
    await version.publish();
    const keys = await Array.fromAsync(docs.list('a/'), ({ key }) => key);
    expect(keys).toEqual(['a/one']);
    expect(await read(docs, 'a/one')).toBe('of docs');
    const place = await docs.published('site/');
    expect(await read(docs, `${place}index.html`)).toBe('page');
    expect(await analysis.published('site/')).toBeUndefined();
    const link = (await docs.link('a/one', 'GET', 60)) ?? '';
    expect(await (await fetch(link)).text()).toBe('of docs');
    await docs.deletePrefix('a/');
    expect(await docs.head('a/one')).toBeUndefined();
    expect((await analysis.head('a/one'))?.size).toBe(11);
    await analysis.deletePrefix('a/');
  });
});

async function read(blobs: Blobs, key: string): Promise<string | undefined> {
  const content = await blobs.get(key);
  return content && text(content.body);
}
