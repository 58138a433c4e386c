import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
import { eachTest } from '#test/support/each-test.ts';
import {
  openReceiver,
  repository,
  signatureOf,
  type Sending,
} from '#test/support/webhook/receiver-world.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { homes } from '#test/support/homes.ts';

const secret = 'a-secret-of-the-operator';
const text = JSON.stringify({ repository });
const invalidUtf8 = Buffer.from(text.replace('repo', 'r\u00E9po'), 'latin1');
const missing = (part: string) => [400, `Missing ${part} in payload`] as const;
const invalid = (key: string) => [400, `Invalid repository.${key} in payload`] as const;
const noMatch = [403, "Request signatures didn't match!"] as const;
const noJson = [400, 'Invalid JSON payload'] as const;

/** What the receiver answers, row by row of the requirement and the decisions. */
describe.each(homes())('receiving on $name', ({ name, home }) => {
  const world = eachTest(() => openReceiver(home));

  it.each<[string, Sending, object]>([
    ['names', { event: 'push', id: 'd-1' }, { delivery_id: 'd-1', event_type: 'push' }],
    ['no delivery id', {}, { delivery_id: 'unknown-delivery', event_type: 'ping' }],
    ['an empty id', { id: '' }, { delivery_id: 'unknown-delivery', event_type: 'ping' }],
    [
      "the default code host's names",
      { event: null, headers: { 'x-github-event': 'status', 'x-github-delivery': 'g-1' } },
      { delivery_id: 'g-1', event_type: 'status' },
    ],
    [
      'both names',
      { event: 'ping', id: 'd-1', headers: { 'x-github-event': 'x', 'x-github-delivery': 'y' } },
      { delivery_id: 'd-1', event_type: 'ping' },
    ],
    ['another type', { headers: { 'content-type': 'text/plain' } }, { event_type: 'ping' }],
    ['any host', { headers: { host: 'hooks.example' } }, { event_type: 'ping' }],
    [
      'an odd id',
      { id: 'a b/[c] é' },
      { delivery_id: Buffer.from('a b/[c] é').toString('latin1') },
    ],
  ])('200: %s', async (_, sending, expected) => {
    await world().configure();
    const reply = await world().deliver(sending);
    expect([reply.status, reply.json()]).toEqual([
      200,
      expect.objectContaining({
        ...{ status: 200, message: 'Webhook queued for processing' },
        ...expected,
      }),
    ]);
    expect(Object.keys(reply.json() as object)).toHaveLength(4);
  });

  it.each<[string, Sending, readonly [number, string]]>([
    ['no event', { event: null }, [400, 'Missing X-Scm-Event header']],
    ['an empty event', { event: '' }, [400, 'Missing X-Scm-Event header']],
    ['no body', { body: '' }, noJson],
    ['not JSON', { body: '{"repository":' }, noJson],
    ['invalid UTF-8', { body: invalidUtf8 }, noJson],
    ['a byte order mark', { body: `\uFEFF${text}` }, noJson],
    ['compressed', { body: gzipSync(text), headers: { 'content-encoding': 'gzip' } }, noJson],
    ['an array', { body: [] }, missing('repository')],
    ['null', { body: 'null' }, missing('repository')],
    ['a million brackets', { body: '['.repeat(1_000_000) }, noJson],
    ['no repository', { body: {} }, missing('repository')],
    ['an inherited one', { body: '{"__proto__":{"repository":{}}}' }, missing('repository')],
    ...[null, 'owner/repo', 1, []].map((value): [string, Sending, readonly [number, string]] => [
      `repository ${JSON.stringify(value)}`,
      { body: { repository: value } },
      missing('repository'),
    ]),
    ['no name', { body: { repository: { full_name: 'a/b' } } }, missing('repository.name')],
    [
      'an empty name',
      { body: { repository: { name: '', full_name: 'a/b' } } },
      missing('repository.name'),
    ],
    [
      'a number as name',
      { body: { repository: { name: 1, full_name: 'a/b' } } },
      missing('repository.name'),
    ],
    ['no full name', { body: { repository: { name: 'b' } } }, missing('repository.full_name')],
    ['an odd name', { body: { repository: { name: 'b/c', full_name: 'a/b' } } }, invalid('name')],
    [
      'a full name with a Kelvin sign',
      { body: { repository: { name: 'k', full_name: 'a/\u212A' } } },
      invalid('full_name'),
    ],
  ])('refused without a secret: %s', async (_, sending, [status, detail]) => {
    await world().configure();
    const reply = await world().deliver(sending);
    expect([reply.status, reply.json()]).toEqual([status, { detail }]);
  });

  const right = signatureOf(secret, text);
  it.each<[string, Sending, readonly [number, string]]>([
    ['no signature', {}, [403, 'x-hub-signature-256 header is missing!']],
    [
      'an empty one',
      { headers: { 'x-hub-signature-256': '' } },
      [403, 'x-hub-signature-256 header is missing!'],
    ],
    [
      'SHA-1 alone',
      { headers: { 'x-hub-signature': `sha1=${'0'.repeat(40)}` } },
      [403, 'x-hub-signature-256 header is missing!'],
    ],
    ['another secret', { secret: 'another-secret' }, noMatch],
    [
      'another case of the prefix',
      { headers: { 'x-hub-signature-256': right.replace('sha', 'SHA') } },
      noMatch,
    ],
    [
      'upper-case digits',
      { headers: { 'x-hub-signature-256': `sha256=${right.slice(7).toUpperCase()}` } },
      noMatch,
    ],
    ['without the prefix', { headers: { 'x-hub-signature-256': right.slice(7) } }, noMatch],
    ['a character less', { headers: { 'x-hub-signature-256': right.slice(0, -1) } }, noMatch],
    ['a character more', { headers: { 'x-hub-signature-256': `${right}0` } }, noMatch],
    [
      'a character that is not ASCII',
      { headers: { 'x-hub-signature-256': `${right.slice(0, -1)}\u00E9` } },
      noMatch,
    ],
    ['twice', { headers: { 'x-hub-signature-256': [right, right] } }, noMatch],
    [
      'a wrong and a right one',
      { headers: { 'x-hub-signature-256': [`sha256=${'0'.repeat(64)}`, right] } },
      noMatch,
    ],
    ['bad JSON, wrongly signed', { body: '{', secret: 'another-secret' }, noMatch],
    ['bad JSON, signed', { body: '{', secret }, noJson],
    ['no event, wrongly signed', { event: null, secret: 'x' }, [400, 'Missing X-Scm-Event header']],
  ])('refused with a secret: %s (S17)', async (_, sending, [status, detail]) => {
    await world().configure(`webhook-secret: ${secret}`);
    const reply = await world().deliver({ body: text, ...sending });
    expect([reply.status, reply.json()]).toEqual([status, { detail }]);
    expect(await world().platform.queue.depth('webhook-deliveries')).toMatchObject({ waiting: 0 });
  });

  it.each<[string, string, string, readonly string[], readonly string[]]>([
    ['one', `webhook-secret: ${secret}`, '', [secret], ['other']],
    [
      'two at once',
      'webhook-secret: [older-secret, newer-secret]',
      '',
      ['older-secret', 'newer-secret'],
      ['other'],
    ],
    [
      "the repository's",
      '',
      '    webhook-secret: [own-secret, next-secret]',
      ['own-secret', 'next-secret'],
      ['other'],
    ],
    [
      "the repository's, not the root's",
      `webhook-secret: ${secret}`,
      '    webhook-secret: own-secret',
      ['own-secret'],
      [secret, ''],
    ],
  ])('secrets: %s', async (_, root, own, accepted, refused) => {
    await world().configure(root, own);
    for (const key of accepted) expect((await world().deliver({ secret: key })).status).toBe(200);
    for (const key of refused) expect((await world().deliver({ secret: key })).status).toBe(403);
  });

  it("a repository's secret signs for no other", async () => {
    const other =
      '    webhook-secret: own-secret\n  other:\n    name: owner/other\n    webhook-secret: others-secret';
    await world().configure('', other);
    const body = { repository: { name: 'other', full_name: 'owner/other' } };
    expect((await world().deliver({ body, secret: 'own-secret' })).status).toBe(403);
    expect((await world().deliver({ body, secret: 'others-secret' })).status).toBe(200);
  });

  // The repository beside it has no secret, so that its own deliveries need no signature.
  it.each<[string, { name: string; full_name: string }, number]>([
    ['Kelvin sign', { name: 'repo', full_name: 'owner/\u212Ait' }, 400],
    ['long s', { name: 'repo', full_name: 'owner/o\u017F' }, 400],
    ['other width', { name: 'repo', full_name: 'owner/\uFF4Bit' }, 400],
    ['space', { name: 'repo', full_name: 'owner/kit ' }, 400],
    ['NUL', { name: 'repo', full_name: 'owner/kit\0' }, 400],
    ['Kelvin sign in the short name', { name: '\u212Ait', full_name: 'owner/repo' }, 400],
    ['other case', { name: 'kit', full_name: 'OWNER/Repo' }, 403],
    ['unknown owner', { name: 'Repo', full_name: 'evil/repo' }, 403],
    ['entry without a secret', { name: 'repo', full_name: 'owner/KIT' }, 200],
  ])('no name opens a repository with a secret: %s (S17)', async (_, names, status) => {
    const kit =
      '    webhook-secret: own-secret\n  kit:\n    name: owner/kit\n  os:\n    name: owner/os';
    await world().configure('', kit);
    const reply = await world().deliver({ id: 'd-1', body: { repository: names } });
    expect(reply.status).toBe(status);
    await world().idle();
    const query = { index: 'by_id', where: { id: 'd-1' }, limit: 10 } as const;
    const [row] = (await world().platform.records.list(deliveries, query)).rows;
    expect(row?.repository).toBe(status === 200 ? 'owner/kit' : undefined);
  });

  it('the signature is of the bytes, whatever the content type (S17)', async () => {
    await world().configure(`webhook-secret: ${secret}`);
    // API Gateway hands bodies of other types over in base64.
    for (const type of ['application/json', 'application/octet-stream', 'text/plain', '']) {
      const body = `{ "repository":\t{"name":"repo","full_name":"owner/repo"},"x":"\\u00e9é😀" }`;
      const reply = await world().deliver({ body, secret, headers: { 'content-type': type } });
      expect([type, reply.status]).toEqual([type, 200]);
    }
  });

  it.each([
    ['no file', undefined],
    ['an unknown key', 'repositories: {a: {name: a/b}}\nwebhook-sekret: x'],
    ['not YAML', '\t:'],
  ])('500 without a configuration: %s', async (_, yaml) => {
    if (yaml !== undefined) await world().platform.blobs.put('config.yaml', yaml);
    // The file of the test before may have been read already.
    await world().clock.advance(10_000);
    const reply = await world().deliver({ body: '{' });
    expect([reply.status, reply.json()]).toEqual([500, { detail: 'Configuration error' }]);
    const event = await world().deliver({ event: null });
    expect(event.status).toBe(400);
  });

  it.each([
    ['GET', '/webhook_server', 405, 'Method Not Allowed'],
    ['HEAD', '/webhook_server', 405, undefined],
    ['PUT', '/webhook_server', 405, 'Method Not Allowed'],
    ['GET', '/webhook_server/', 404, 'Not Found'],
    ['POST', '/webhook_server/x', 404, 'Not Found'],
    ['POST', '/webhook_server/healthcheck', 405, 'Method Not Allowed'],
    ['HEAD', '/webhook_server/healthcheck', 200, undefined],
  ])('%s %s: %i', async (method, path, status, detail) => {
    const reply = await world().send({ method, path });
    expect(reply.status).toBe(status);
    if (detail !== undefined) expect(reply.json()).toEqual({ detail });
  });

  it.each([
    ['breaks off', 'content-length: 100', '{"repository":', true],
    ['is no chunked one', 'transfer-encoding: chunked', 'zz\r\n{}', false],
  ])('400: a body that %s', async (_, header, sent, isEnd) => {
    await world().configure();
    const connection = await rawHttp(world().url);
    const head = ['POST /webhook_server HTTP/1.1', 'host: a', 'x-scm-event: ping', header];
    connection.write(`${head.join('\r\n')}\r\n\r\n${sent}`);
    if (isEnd) connection.socket.end();
    const answer = await connection.rest();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"detail":"Failed to read request body"}');
  });

  it('413: more than 25 MiB', async () => {
    await world().configure();
    const reply = await world().deliver({ body: Buffer.alloc(25 * 1024 * 1024 + 1, ' ') });
    expect([reply.status, Object.values(reply.json() as object)]).toEqual([
      413,
      // API Gateway refuses more than 10 MB by itself.
      [name === 'laptop' ? 'Payload too large' : expect.any(String)],
    ]);
    const event = await world().deliver({ event: null, body: Buffer.alloc(3_000_000, ' ') });
    expect(event.json()).toEqual({ detail: 'Missing X-Scm-Event header' });
  });

  it('health needs nothing', async () => {
    const reply = await world().send({ path: '/webhook_server/healthcheck' });
    expect([reply.status, reply.json()]).toEqual([200, { status: 200, message: 'Alive' }]);
  });
});
