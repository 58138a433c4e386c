import type { S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { Failure } from '../../../failure.ts';
import type { BlobInfo, Blobs } from '../../../ports/blobs.ts';
import { assertBlobKey, assertBlobPrefix } from '../../rules/blob-key.ts';
import { eachAtMost } from '../dynamo/each-at-most.ts';
import { publishedUnder } from './published-under.ts';

/** The object `@published/<prefix>@pointer`: one PutObject of it swaps the whole site. */
interface Pointer {
  /** Where the content lies: `@published/<prefix>@version-<time>-<random>/`. */
  readonly generation: string;
  readonly previous: string | null;
  /** The source of this publish while it is being deleted; tells a repeated publish that what it
   * still finds there is a leftover. */
  readonly clearing: string | null;
}

interface Needs {
  readonly bucket: string;
  readonly now: () => number;
  readonly ask: <Reply>(call: (s3: S3Client) => Promise<Reply>) => Promise<Reply>;
  readonly deleteKeys: (keys: readonly string[]) => Promise<void>;
  readonly deleteUnder: (prefix: string) => Promise<void>;
  readonly all: (prefix: string) => AsyncIterable<readonly BlobInfo[]>;
}

const longestKey = 1024;
/** S3 takes 3,500 copies a second under one prefix; this stays below the SDK's 50 connections. */
const copiesAtOnce = 32;
/** Copies of a publish that died are swept after this; a living one takes minutes. */
const abandonedAfter = 24 * 3600 * 1000;

/** The steps can be repeated from any point: copy, swap, clear the source, sweep. */
export function publication(needs: Needs): Pick<Blobs, 'publish' | 'published' | 'unpublish'> {
  const { bucket, now, ask, deleteKeys, deleteUnder } = needs;

  return {
    async publish(prefix, from, { keep = [] } = {}) {
      assertBlobPrefix(prefix);
      assertBlobPrefix(from);
      for (const key of keep) assertBlobKey(from + key);
      if (prefix.startsWith(from) || from.startsWith(prefix)) {
        throw new Failure('invalid', 'bad_key', `${from} and ${prefix} lie within one another`);
      }
      const old = await readPointer(prefix);
      const found: BlobInfo[] = [];
      for await (const page of needs.all(from)) found.push(...page);

      if (old?.clearing === from) {
        const isLeft = ({ modified }: BlobInfo) => modified <= old.modified;
        await deleteKeys(found.filter(isLeft).map(({ key }) => key));
        const fresh = found.filter((info) => !isLeft(info));
        if (fresh.length === 0) return finish(prefix, old);
        found.splice(0, found.length, ...fresh);
      }
      if (found.length === 0) {
        throw new Failure('missing', 'no_blobs', `There is nothing to publish under ${from}`);
      }

      const keys = found.map(({ key }) => key);
      const generation = `${versions(prefix)}${now().toString(36)}-${randomName()}/`;
      const sources = new Map(keep.map((name) => [name, `${old?.generation ?? ''}${name}`]));
      for (const key of keys) sources.set(key.slice(from.length), key);
      const names = [...sources.keys()];
      const tooLong = names.find((name) => Buffer.byteLength(generation + name) > longestKey);
      if (tooLong) throw new Failure('invalid', 'bad_key', `Too long to publish: ${tooLong}`);
      if (keep.length > 0 && !old) throw notThere(keep[0]);
      await eachAtMost(copiesAtOnce, [...sources], ([name, source]) =>
        copy(source, generation + name),
      );
      const pointer = { generation, previous: old?.generation ?? null };
      await writePointer(prefix, { ...pointer, clearing: from });
      await deleteKeys(keys);
      await finish(prefix, pointer);
      await sweep(prefix, pointer, old?.previous ?? null).catch(() => undefined);
    },

    async published(prefix) {
      assertBlobPrefix(prefix);
      return (await readPointer(prefix))?.generation;
    },

    async unpublish(prefix) {
      assertBlobPrefix(prefix);
      await deleteKeys([pointerKey(prefix)]);
      await deleteUnder(versions(prefix));
    },
  };

  async function readPointer(prefix: string): Promise<(Pointer & { modified: Date }) | undefined> {
    const { GetObjectCommand } = await import('./sdk.ts');
    const found = await ask(async (s3) => {
      const input = { Bucket: bucket, Key: pointerKey(prefix) };
      const reply = await s3.send(new GetObjectCommand(input));
      return { text: await reply.Body?.transformToString(), modified: reply.LastModified };
    }).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    });
    if (!found) return undefined;
    const pointer = JSON.parse(found.text ?? '') as Pointer;
    return { ...pointer, modified: found.modified ?? new Date(0) };
  }

  async function writePointer(prefix: string, pointer: Pointer): Promise<void> {
    const { PutObjectCommand } = await import('./sdk.ts');
    const { generation, previous, clearing } = pointer;
    const Body = JSON.stringify({ generation, previous, clearing });
    const input = { Bucket: bucket, Key: pointerKey(prefix), Body };
    await ask((s3) => s3.send(new PutObjectCommand(input)));
  }

  /** Everything is done by now, so that a repeated publish would find nothing: no error of these
   * last steps may reach the caller. What they leave is harmless, and the next publish takes it. */
  async function finish(prefix: string, pointer: Omit<Pointer, 'clearing'>): Promise<void> {
    await writePointer(prefix, { ...pointer, clearing: null }).catch(() => undefined);
  }

  async function copy(from: string, to: string): Promise<void> {
    const { CopyObjectCommand } = await import('./sdk.ts');
    const CopySource = [bucket, ...from.split('/')].map(encodeURIComponent).join('/');
    await ask((s3) =>
      s3.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource })),
    ).catch((error: unknown) => {
      const isAbsent = error instanceof Error && /^(?:NoSuchKey|NotFound)$/.test(error.name);
      throw isAbsent ? notThere(from) : error;
    });
  }

  async function sweep(
    prefix: string,
    { generation, previous }: Omit<Pointer, 'clearing'>,
    replaced: string | null,
  ): Promise<void> {
    const { ListObjectsV2Command } = await import('./sdk.ts');
    const input = { Bucket: bucket, Prefix: versions(prefix), Delimiter: '/' };
    const { CommonPrefixes = [] } = await ask((s3) => s3.send(new ListObjectsV2Command(input)));
    for (const { Prefix: version = '' } of CommonPrefixes) {
      if (version === generation || version === previous) continue;
      const [time = ''] = version.slice(versions(prefix).length).split('-');
      const isAbandoned = parseInt(time, 36) < now() - abandonedAfter;
      if (version === replaced || isAbandoned) await deleteUnder(version);
    }
  }
}

function pointerKey(prefix: string): string {
  return `${publishedUnder(prefix)}@pointer`;
}

function versions(prefix: string): string {
  return `${publishedUnder(prefix)}@version-`;
}

function notThere(key = ''): Failure {
  return new Failure('missing', 'no_blob', `Not published: ${JSON.stringify(key)}`);
}

function randomName(): string {
  return randomBytes(6).toString('hex');
}
