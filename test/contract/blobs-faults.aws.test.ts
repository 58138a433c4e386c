import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import type { AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import type { Blobs, BlobVersion } from '#core/platform/ports/blobs.ts';
import { streamOf, textOf } from '#test/support/bytes.ts';
import { startCuttingProxy } from '#test/support/http/cutting-proxy.ts';
import type { Weather } from '#test/support/http/cutting-proxy.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { meddledS3 } from '#test/support/aws/meddled-s3.ts';
import { fill, publishFiles } from '#test/support/docs/publish-files.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';

const MiB = 1024 * 1024;

onBackend(({ backend, bucket, clients, endpoints, unique }) => {
  describe(`faults of S3 on ${backend.services.s3}`, () => {
    let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
    let made: AwsClients[];
    let blobs: Blobs;
    let direct: Blobs;
    let folder: string;
    let begun: Promise<BlobVersion>;

    const throughProxy = (options: { requestMilliseconds?: number } = {}) => {
      const { region, credentials } = endpoints();
      const behind = awsClients({ region, credentials, endpoint: proxy.url, ...options });
      made.push(behind);
      return awsBlobs({ s3: behind.s3, bucket });
    };
    beforeEach(async () => {
      proxy = await startCuttingProxy(endpoints().s3);
      made = [];
      blobs = throughProxy();
      direct = awsBlobs({ s3: () => clients().s3(), bucket });
      folder = `${unique()}/`;
      begun = blobs.newVersion(folder).then((version) => fill(version, { a: 'x' }));
      await begun;
    });
    afterEach(async () => {
      for (const behind of made) await behind.close();
    });

    const calls: [string, () => Promise<unknown>][] = [
      ['put', () => blobs.put('a', 'x')],
      ['put of a stream', () => blobs.put('a', streamOf(20 * MiB))],
      ['get', () => blobs.get('a')],
      ['head', () => blobs.head('a')],
      ['list', () => Array.fromAsync(blobs.list(''))],
      ['delete', () => blobs.delete('a')],
      ['deletePrefix', () => blobs.deletePrefix('a/')],
      ['newVersion', () => blobs.newVersion('a/')],
      ['put of a version', async () => (await begun).put('a', 'b', 'x')],
      ['publish', async () => (await begun).publish()],
      ['published', () => blobs.published('a/')],
    ];
    const readable = /^S3 does not answer \([\w, ]+\)\. Try again\.$/;
    const broken = ['lost request', 'lost reply'] as const;
    it.each(calls.flatMap(([name, call]) => broken.map((weather) => ({ name, call, weather }))))(
      '$name: $weather is one readable line',
      async ({ call, weather }) => {
        proxy.after(0, weather);
        const { message } = await expectFailure(call(), 'unavailable', 'storage_unavailable');
        expect(message).toMatch(readable);
        expect(proxy.seen().length).toBeLessThanOrEqual(16);
      },
    );

    it('does not wait for ever for an S3 that says nothing', async () => {
      proxy.after(0, 'silence');
      const hasty = throughProxy({ requestMilliseconds: 100 });
      const stream = () => hasty.put('a', streamOf(9 * MiB));
      for (const call of [() => hasty.put('a', 'x'), () => hasty.get('a'), stream]) {
        const { message } = await expectFailure(call(), 'unavailable', 'storage_unavailable');
        expect(message).toMatch(readable);
      }
    });

    it('names the setting when there is no such bucket', async () => {
      const elsewhere = awsBlobs({ s3: () => clients().s3(), bucket: `${bucket}-none` });
      const list = () => Array.fromAsync(elsewhere.list(''));
      for (const call of [() => elsewhere.put('a', 'x'), () => elsewhere.get('a'), list]) {
        const { message } = await expectFailure(call(), 'configuration', 'aws_refused');
        expect(message).toContain('NoSuchBucket');
      }
    });

    it('leaves the old content when the connection breaks in the middle of an upload', async () => {
      const key = `${folder}file`;
      await direct.put(key, 'old');
      let hasEnded = false;
      async function* source() {
        try {
          for (let count = 0; count < 64; count++) {
            if (count === 20) proxy.cut();
            yield new Uint8Array(MiB);
          }
        } finally {
          hasEnded = true;
        }
      }
      await expectFailure(blobs.put(key, source()), 'unavailable');
      expect(hasEnded).toBe(true);
      expect(await textOf(await direct.get(key))).toBe('old');
    });

    it('says so when the connection breaks in the middle of a download', async () => {
      const key = `${folder}file`;
      await direct.put(key, streamOf(30 * MiB));
      const content = await blobs.get(key);
      const read = async () => {
        let size = 0;
        for await (const chunk of content?.body ?? []) {
          if (size === 0) proxy.cut();
          size += chunk.byteLength;
        }
      };
      await expectFailure(read(), 'unavailable', 'storage_unavailable');
    });

    describe('publish', () => {
      const files = ['index.html', 'assets/a.css', 'assets/b.js'];
      const all = (text: string) => Object.fromEntries(files.map((file) => [file, text]));
      const publish = (through: Blobs, text: string) =>
        publishFiles(through, `${folder}site/`, { ...all(text), same: 'same' });
      const site = async () => {
        const now = await direct.published(`${folder}site/`);
        const texts = files.map(async (file) => textOf(await direct.get(`${now}${file}`)));
        return (await Promise.all(texts)).join();
      };
      const keysOf = async (prefix: string) =>
        (await Array.fromAsync(direct.list(prefix))).map(({ key }) => key);
      const objectsIn = async (part: string) => keysOf(`@published/${folder}site/@${part}`);

      it.each<Weather>(['lost request', 'lost reply'])(
        'shows the old site or the new one after a %s at any step, and can be repeated (R1)',
        async (weather) => {
          const seen = new Set<string>();
          for (let step = 0; ; step++) {
            await publish(direct, `old${step}`);
            const [oldSite, newSite] = [`old${step}`, `new${step}`].map((text) =>
              Array(3).fill(text).join(),
            );
            proxy.after(step, weather);
            const failed = await publish(blobs, `new${step}`).then(
              () => false,
              () => true,
            );
            expect([oldSite, newSite]).toContain(await site());
            seen.add((await site()) === oldSite ? 'old' : 'new');
            proxy.fair();
            if (failed) await publish(blobs, `new${step}`);
            expect(await site()).toBe(newSite);
            expect(await keysOf(folder)).toEqual([]);
            if (!failed && proxy.seen().length <= step) break;
          }
          expect(seen).toEqual(new Set(['old', 'new']));
        },
      );

      it.each([1, 3])(
        'overtaken by %i others at any request of a publish, shows the last one whole (R3)',
        async (others) => {
          const outcomes = new Set<boolean>();
          for (let at = 1; ; at++) {
            await publish(direct, `old ${at}`);
            let calls = -Infinity;
            let wasShown: boolean | undefined;
            const meddled = awsBlobs({
              bucket,
              s3: meddledS3(
                () => clients().s3(),
                async (_, __, send) => {
                  if (++calls !== at) return send();
                  wasShown = (await site()).includes('late');
                  for (let n = 1; n <= others; n++) await publish(direct, `later ${n}`);
                  return send();
                },
              ),
            });
            const files = { ...all('late'), same: 'same' };
            const version = await fill(await meddled.newVersion(`${folder}site/`), files);
            calls = 0;
            const isPublished = await version.publish().then(
              () => true,
              () => false,
            );
            if (wasShown === undefined) break;
            outcomes.add(isPublished);
            expect([at, isPublished, await site()]).toEqual([
              at,
              wasShown,
              Array(3).fill(`later ${others}`).join(),
            ]);
            const now = await direct.published(`${folder}site/`);
            expect(await textOf(await direct.get(`${now}same`))).toBe('same');
          }
          expect(outcomes).toEqual(new Set([true, false]));
        },
      );

      it('sweeps what was never published after a day, and nothing younger', async () => {
        const ago = (hours: number) => `${(Date.now() - hours * 3600_000).toString(36)}-0`;
        const place = (kind: string, hours: number) =>
          `@published/${folder}site/@${kind}-${ago(hours)}/x`;
        const [abandoned, underWay] = [25, 23].map((hours) =>
          ['upload', 'version'].map((kind) => place(kind, hours)),
        ) as [string[], string[]];
        for (const key of [...abandoned, ...underWay]) await direct.put(key, 'x');
        const late = await fill(await direct.newVersion(`${folder}site/`), all('late'));
        await publish(direct, 'one');
        for (const key of abandoned) expect(await direct.head(key)).toBeUndefined();
        for (const key of underWay) expect(await direct.head(key)).toBeDefined();
        await late.discard();
        expect(await objectsIn('upload-')).toHaveLength(3);
        expect(await site()).toBe('one,one,one');
      });
    });

    it('says so when S3 could not delete all that was asked for', async () => {
      await direct.put(`${folder}a/kept`, 'x');
      const stubborn = awsBlobs({
        bucket,
        s3: meddledS3(
          () => clients().s3(),
          async (name, _, send) => {
            if (name !== 'DeleteObjectsCommand') return send();
            return { Errors: [{ Key: `${folder}a/kept`, Code: 'InternalError' }] };
          },
        ),
      });
      const deleting = stubborn.deletePrefix(`${folder}a/`);
      const { message } = await expectFailure(deleting, 'unavailable', 'storage_unavailable');
      expect(message).toBe(`S3 did not delete ${folder}a/kept (InternalError). Try again.`);
    });
  });
});
