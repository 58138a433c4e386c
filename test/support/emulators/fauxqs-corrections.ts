import type { buildApp } from 'fauxqs';

// Corrects fauxqs 2.4 where it differs from S3 or SQS in a way that matters to us.

type App = ReturnType<typeof buildApp>;

interface Listing {
  objects: { key: string }[];
  commonPrefixes: string[];
  isTruncated: boolean;
}
interface ListOptions {
  prefix?: string;
  delimiter?: string;
  maxKeys?: number;
  startAfter?: string;
  marker?: string;
}
interface Store {
  listObjects: (this: Store, bucket: string, options?: ListOptions) => Listing;
}

/** fauxqs lists by localeCompare and pages by UTF-16; S3 uses the bytes of UTF-8 for both. */
export async function listInByteOrder(): Promise<void> {
  const path = new URL('./s3/s3Store.js', import.meta.resolve('fauxqs')).href;
  const { S3Store } = (await import(path)) as { S3Store: { prototype: Store } };
  const original = S3Store.prototype.listObjects;

  S3Store.prototype.listObjects = function (bucket, options = {}) {
    const { prefix = '', delimiter, maxKeys = 1_000 } = options;
    const after = Buffer.from(options.startAfter ?? options.marker ?? '');
    const all = original.call(this, bucket, { prefix, maxKeys: Infinity }).objects;
    const listing: Listing = { objects: [], commonPrefixes: [], isTruncated: false };
    const sorted = all
      .map((object) => ({ object, bytes: Buffer.from(object.key) }))
      .sort((a, b) => a.bytes.compare(b.bytes));
    for (const { object, bytes } of sorted) {
      const end = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
      const folder = end < 0 ? undefined : object.key.slice(0, end + (delimiter ?? '').length);
      if (folder !== undefined && listing.commonPrefixes.at(-1) === folder) continue;
      if ((folder === undefined ? bytes : Buffer.from(folder)).compare(after) <= 0) continue;
      if (listing.objects.length + listing.commonPrefixes.length >= maxKeys) {
        return { ...listing, isTruncated: true };
      }
      if (folder === undefined) listing.objects.push(object);
      else listing.commonPrefixes.push(folder);
    }
    return listing;
  };
}

/** fauxqs refuses messages with characters beyond U+FFFF, such as emoji; SQS accepts them. */
export async function takeEmoji(): Promise<void> {
  const path = new URL('./sqs/sqsTypes.js', import.meta.resolve('fauxqs')).href;
  const types = (await import(path)) as { INVALID_MESSAGE_BODY_CHAR: { test: unknown } };
  const invalid = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
  types.INVALID_MESSAGE_BODY_CHAR.test = (body: string) => invalid.test(body);
}

/**
 * fauxqs ignores the conditions of writes. S3 honours them for PutObject, and of racing writers one
 * wins: 412 where something is there for If-None-Match: *, or another ETag for If-Match; 404 where nothing is there for If-Match; 501 for
 * If-None-Match with an ETag.
 */
export function honourConditions(app: App): void {
  const turns = new Map<string, Promise<void>>();
  const endOf = new WeakMap<object, () => void>();

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'PUT') return;
    const path = request.url.split('?')[0] ?? '';
    const before = turns.get(path);
    const turn = Promise.withResolvers<void>();
    turns.set(path, turn.promise);
    endOf.set(request, () => {
      if (turns.get(path) === turn.promise) turns.delete(path);
      turn.resolve();
    });
    await before;
    const { 'if-none-match': absent, 'if-match': expected } = request.headers;
    if (absent === undefined && expected === undefined) return;
    const refuse = (status: number, code: string) =>
      reply
        .code(status)
        .type('application/xml')
        .send(`<Error><Code>${code}</Code><Message>Refused.</Message></Error>`);
    if (absent !== undefined && absent !== '*') return refuse(501, 'NotImplemented');
    const { statusCode, headers } = await app.inject({ method: 'HEAD', url: path });
    const isThere = statusCode === 200;
    if (expected !== undefined && !isThere) return refuse(404, 'NoSuchKey');
    const isOther = String(headers.etag).replaceAll('"', '') !== expected?.replaceAll('"', '');
    if (expected === undefined ? isThere : isOther) return refuse(412, 'PreconditionFailed');
  });
  for (const end of ['onResponse', 'onRequestAbort'] as const) {
    app.addHook(end, async (request: object) => endOf.get(request)?.());
  }
}

/** For a suffix longer than the file S3 sends the whole file, fauxqs 416. */
export function allowLongSuffixes(app: App): void {
  app.addHook('onRequest', async (request) => {
    const suffix = /^bytes=-(\d+)$/.exec(request.headers.range ?? '')?.[1];
    if (request.method !== 'GET' || suffix === undefined) return;
    const { headers } = await app.inject({ method: 'HEAD', url: request.url.split('?')[0] ?? '' });
    if (Number(suffix) > Number(headers['content-length'])) request.headers.range = 'bytes=0-';
  });
}

/** S3 answers a GET with the headers in its signed query, fauxqs with its own. */
export function honourResponseHeaders(app: App): void {
  const prefix = 'response-';
  app.addHook('onSend', async (request, reply, payload) => {
    const { searchParams } = new URL(request.url, 'http://s3');
    if (request.method !== 'GET' || reply.statusCode >= 300) return payload;
    for (const [name, value] of searchParams) {
      if (name.startsWith(prefix)) void reply.header(name.slice(prefix.length), value);
    }
    return payload;
  });
}

/** SQS takes groups of up to 128 letters, digits and ASCII punctuation marks; fauxqs any text. */
export function checkGroups(app: App): void {
  app.addHook('preHandler', async (request, reply) => {
    const { MessageGroupId: group } = (request.body ?? {}) as { MessageGroupId?: string };
    if (group === undefined || /^[!-~]{1,128}$/.test(group)) return;
    const message = `Value ${group} for parameter MessageGroupId is invalid.`;
    const error = { __type: 'com.amazonaws.sqs#InvalidParameterValue', message };
    await reply.code(400).type('application/x-amz-json-1.0').send(error);
  });
}

/** S3 compares the body of a presigned PUT with the checksum in its signed query. The SDK writes that
 * of an empty body there unless it is told otherwise; fauxqs does not look. */
export function compareChecksums(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://s3');
    const isEmpty = request.headers['content-length'] === '0';
    if (request.method !== 'PUT' || isEmpty || !searchParams.has('X-Amz-Signature')) return;
    const sums = [...searchParams].filter(([name]) => /^x-amz-checksum-crc32$/i.test(name));
    if (sums.every(([, sum]) => sum !== crc32OfNothing)) return;
    const text = '<Error><Code>BadDigest</Code><Message>The CRC32 did not match.</Message></Error>';
    await reply.code(400).type('application/xml').send(text);
  });
}

const crc32OfNothing = 'AAAAAA==';

interface Received {
  readonly Messages?: { readonly ReceiptHandle: string }[];
}

/** A standard queue of SQS delivers now and then twice and out of order; fauxqs never. Only queues
 * with this word in their name do, by a seeded number: other suites count deliveries. */
export const unruly = 'unruly';

export function deliverTwice(app: App): void {
  const random = seeded(7);
  app.addHook('onSend', async (request, _reply, payload) => {
    const { QueueUrl = '' } = (request.body ?? {}) as { QueueUrl?: string };
    const isReceive = request.headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage';
    if (!isReceive || !QueueUrl.includes(unruly) || QueueUrl.endsWith('.fifo')) return payload;
    const answer = JSON.parse(String(payload)) as Received;
    for (const { ReceiptHandle } of answer.Messages ?? []) {
      if (random() > 0.3) continue;
      const headers = { ...request.headers, 'x-amz-target': 'AmazonSQS.ChangeMessageVisibility' };
      delete headers['content-length'];
      const again = { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 };
      await app.inject({
        method: 'POST',
        url: request.url,
        headers,
        payload: JSON.stringify(again),
      });
    }
    answer.Messages?.sort(() => random() - 0.5);
    return JSON.stringify(answer);
  });
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
