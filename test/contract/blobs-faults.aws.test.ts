import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import type { AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { streamOf, textOf } from '#test/support/bytes.ts';
import { startCuttingProxy } from '#test/support/cutting-proxy.ts';
import type { Weather } from '#test/support/cutting-proxy.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { onFirstBackend } from '#test/support/on-each-backend.ts';

const MiB = 1024 * 1024;

onFirstBackend(({ backend, bucket, clients, endpoints, unique }) => {
  describe(`faults of S3 on ${backend.services.s3}`, () => {
    let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
    let made: AwsClients[];
    let blobs: Blobs;
    let direct: Blobs;
    let folder: string;

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
    });
    afterEach(async () => {
      for (const behind of made) await behind.close();
      await proxy.close();
    });

    const calls: [string, () => Promise<unknown>][] = [
      ['put', () => blobs.put('a', 'x')],
      ['put of a stream', () => blobs.put('a', streamOf(20 * MiB))],
      ['get', () => blobs.get('a')],
      ['head', () => blobs.head('a')],
      ['list', () => blobs.list('')],
      ['delete', () => blobs.delete('a')],
      ['deletePrefix', () => blobs.deletePrefix('a/')],
      ['publish', () => blobs.publish('a/', 'b/')],
      ['published', () => blobs.published('a/')],
      ['unpublish', () => blobs.unpublish('a/')],
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
      const list = () => elsewhere.list('');
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

    it('takes the parts away when the body throws', async () => {
      async function* source() {
        yield new Uint8Array(20 * MiB);
        throw new RangeError('the source broke');
      }
      proxy.after(Infinity, 'fair');
      await expect(blobs.put(`${folder}file`, source())).rejects.toThrow('the source broke');
      const uploads = proxy.seen().map((line) => line.replace(/\?.*(uploadId|uploads).*/i, ' $1'));
      const [begun, ended] = [uploads[0], uploads.at(-1)];
      expect(begun).toBe(`POST /${bucket}/${folder}file uploads`);
      expect(ended).toBe(`DELETE /${bucket}/${folder}file uploadId`);
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

    it('keeps 96 MiB intact in both directions with a few parts in memory', async () => {
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      collect();
      const before = process.memoryUsage().arrayBuffers;
      let most = 0;
      const measure = () => {
        collect();
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      };
      const sent = createHash('sha256');
      async function* source() {
        for (let count = 0; count < 96; count++) {
          const chunk = Buffer.alloc(MiB, `${count},`);
          sent.update(chunk);
          yield chunk;
          if (count % 8 === 7) measure();
        }
      }
      const key = `${folder}large`;
      expect(await direct.put(key, source())).toMatchObject({ size: 96 * MiB });
      const received = createHash('sha256');
      let size = 0;
      for await (const chunk of (await direct.get(key))?.body ?? []) {
        received.update(chunk);
        if (Math.floor(size / (8 * MiB)) !== Math.floor((size += chunk.byteLength) / (8 * MiB))) {
          measure();
        }
      }
      expect(received.digest('hex')).toBe(sent.digest('hex'));
      expect(most).toBeLessThan(48 * MiB);
      await direct.delete(key);
    });

    describe('publish', () => {
      const files = ['index.html', 'assets/a.css', 'assets/b.js'];
      const stage = async (version: string) => {
        for (const file of files) await direct.put(`${folder}staged/${file}`, version);
      };
      const site = async () => {
        const now = await direct.published(`${folder}site/`);
        const keys = now === undefined ? [] : (await direct.list(now)).entries;
        const texts = keys.map(async ({ key }) => textOf(await direct.get(key)));
        return (await Promise.all(texts)).join();
      };

      it.each<Weather>(['lost request', 'lost reply'])(
        'shows the old site or the new one after a %s at any step, and can be repeated (R1)',
        async (weather) => {
          const seen = new Set<string>();
          for (let step = 0; ; step++) {
            await stage(`old${step}`);
            await direct.publish(`${folder}site/`, `${folder}staged/`);
            await stage(`new${step}`);
            const oldSite = Array(3).fill(`old${step}`).join();
            const newSite = Array(3).fill(`new${step}`).join();
            proxy.after(step, weather);
            const failed = await blobs.publish(`${folder}site/`, `${folder}staged/`).then(
              () => false,
              () => true,
            );
            expect([oldSite, newSite]).toContain(await site());
            seen.add((await site()) === oldSite ? 'old' : 'new');
            proxy.fair();
            if (failed) await blobs.publish(`${folder}site/`, `${folder}staged/`);
            expect(await site()).toBe(newSite);
            expect((await direct.list(folder)).entries).toEqual([]);
            if (!failed && proxy.seen().length <= step) break;
          }
          expect(seen).toEqual(new Set(['old', 'new']));
        },
      );

      it('keeps the version before this one for as long as it is that', async () => {
        let hours = 500_000;
        const now = () => hours * 3600_000;
        const later = awsBlobs({ s3: () => clients().s3(), bucket, now });
        const prefixes: string[] = [];
        for (const version of ['one', 'two', 'three']) {
          await stage(version);
          await later.publish(`${folder}site/`, `${folder}staged/`);
          prefixes.push((await later.published(`${folder}site/`)) ?? '');
          hours += 48;
        }
        const texts = prefixes.map(async (prefix) => textOf(await direct.get(prefix + files[0])));
        expect(await Promise.all(texts)).toEqual([undefined, 'two', 'three']);
      });

      it('shows nothing of it to those who list everything', async () => {
        await direct.put(`${folder}beside`, 'x');
        await stage('one');
        await direct.publish(`${folder}site/`, `${folder}staged/`);
        const keys: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await direct.list('', { limit: 2, ...(cursor !== undefined && { cursor }) });
          keys.push(...page.entries.map(({ key }) => key));
          cursor = page.cursor;
        } while (cursor !== undefined);
        expect(keys).toContain(`${folder}beside`);
        expect(keys.filter((key) => key.includes('site'))).toEqual([]);
      });

      it('sweeps the versions that a dead publish left a day ago, and no younger ones', async () => {
        const versions = `@published/${folder}site/@version-`;
        const ago = (hours: number) => (Date.now() - hours * 3600_000).toString(36);
        const abandoned = `${versions}${ago(25)}-0/index.html`;
        const underWay = `${versions}${ago(23)}-0/index.html`;
        await direct.put(abandoned, 'x');
        await direct.put(underWay, 'x');
        await stage('one');
        await direct.publish(`${folder}site/`, `${folder}staged/`);
        expect(await direct.head(abandoned)).toBeUndefined();
        expect(await direct.head(underWay)).toBeDefined();
        expect(await site()).toBe('one,one,one');
      });
    });
  });
});
