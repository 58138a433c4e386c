import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { netFetch, type NetFetchOptions } from '#core/platform/adapters/net/fetch/fetch.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { FetchRequest } from '#core/platform/ports/fetch.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { standIn } from '#test/support/http/stand-in.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { httpTarget } from '#test/support/http/http-target.ts';

const certificate = testCertificate();
const lines: string[] = [];

/** Sleeping is over at once, and is seen by whoever looks at the time. */
function skippingClock() {
  const slept: number[] = [];
  let time = Date.parse('2026-01-01T00:00:00Z');
  const clock: Clock = {
    now: () => new Date(time),
    async sleep(milliseconds) {
      slept.push(milliseconds);
      time += milliseconds;
    },
  };
  return { clock, slept };
}

function fetchWith(options: Partial<NetFetchOptions> = {}) {
  return netFetch({
    allowPrivate: true,
    clock: skippingClock().clock,
    log: (level, message, fields) => lines.push(JSON.stringify({ level, message, ...fields })),
    certificates: certificate.ca,
    ...options,
  });
}

const target = (listener: RequestListener, secure = false) =>
  httpTarget(listener, secure ? certificate : undefined);

function reply(response: ServerResponse, status: number, body: string | Uint8Array = '') {
  response.writeHead(status).end(body);
}

const redirectTo = (status: number, location: string): RequestListener => {
  return (_request, response) => response.writeHead(status, { location }).end();
};

/** Writes the chunk for ever. */
function endless(response: ServerResponse, chunk: Uint8Array = Buffer.alloc(65_536, 97)) {
  const write = () => {
    while (response.write(chunk));
  };
  response.on('drain', write);
  write();
}

afterEach(() => void (lines.length = 0));

describe('fetch: exchange', () => {
  it('sends method, headers and body, gives back status, headers and body', async () => {
    const { url } = await standIn(({ method, path, headers, body }, response) => {
      response.setHeader('x-many', ['a', 'b']);
      const [custom, length] = [headers['x-custom'], headers['content-length']];
      response
        .writeHead(201)
        .end(JSON.stringify({ method, path, custom, length, body: body.toString() }));
    });
    const answer = await fetchWith()(`${url}/path?query=1`, {
      method: 'post',
      headers: { 'X-Custom': 'yes' },
      body: 'grüße',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['x-many']).toBe('a, b');
    expect(JSON.parse(answer.text())).toEqual({
      method: 'POST',
      path: '/path?query=1',
      custom: 'yes',
      length: '7',
      body: 'grüße',
    });
  });

  it.each([200, 204, 304, 400, 404, 418, 500, 503])('status %i is an answer', async (status) => {
    const server = await target((_request, response) => reply(response, status));
    expect((await fetchWith()(server.origin)).status).toBe(status);
  });

  it('takes a new connection when the kept one was closed meanwhile', async () => {
    let served = 0;
    const server = await target((request, response) => {
      served += 1;
      // Closes after the second request arrived on the same connection, without an answer.
      if (served === 2) request.socket.resetAndDestroy();
      else reply(response, 200, 'x');
    });
    const fetch = fetchWith();
    await fetch(server.origin);
    expect((await fetch(server.origin)).status).toBe(200);
    expect(server.requests).toHaveLength(3);
  });

  it('speaks TLS with a private authority, and not without it', async () => {
    const server = await target((_request, response) => reply(response, 200, 'secret'), true);
    expect((await fetchWith()(server.origin)).text()).toBe('secret');
    const stranger = netFetch({
      allowPrivate: true,
      clock: skippingClock().clock,
      log: () => {},
    });
    await expectFailure(stranger(server.origin), 'upstream', 'unreachable');
    expect((await stranger(server.origin, { verifyTls: false })).status).toBe(200);
    // A connection without verified TLS is not handed to a request that wants it.
    await expectFailure(stranger(server.origin), 'upstream', 'unreachable');
  });
});

describe('fetch: refusals before anything is sent', () => {
  it.each([
    ['relative', '/path', 'bad_url'],
    ['file', 'file:///etc/passwd', 'bad_url'],
    ['ftp', 'ftp://example.com/', 'bad_url'],
    ['data', 'data:text/plain,x', 'bad_url'],
    ['javascript', 'javascript:alert(1)', 'bad_url'],
    ['user', 'https://user@example.com/', 'bad_url'],
    ['user and password', 'https://user:hunter2@example.com/', 'bad_url'],
    ['empty password', 'https://:hunter2@example.com/', 'bad_url'],
    ['line end', 'https://example.com/\r\nHost: x', 'bad_url'],
    ['tab', 'ht\ttps://example.com/', 'bad_url'],
    ['NUL', 'https://example.com/\0', 'bad_url'],
    ['zone id', 'http://[fe80::1%25eth0]/', 'bad_url'],
  ])('%s URL', async (_case, url, code) => {
    const failure = await expectFailure(fetchWith()(url), 'invalid', code);
    expect(failure.message).not.toContain('hunter2');
  });

  it.each([
    ['CR LF in a value', { 'x-a': 'b\r\nx-evil: 1' }],
    ['LF in a value', { 'x-a': 'b\nx-evil: 1' }],
    ['NUL in a value', { 'x-a': 'b\0' }],
    ['CR LF in a name', { 'x-a\r\nx-evil': '1' }],
    ['space in a name', { 'x a': '1' }],
    ['Host', { Host: 'other.example' }],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }],
    ['Content-Length', { 'Content-Length': '3' }],
    ['Connection', { connection: 'upgrade' }],
  ])('header: %s', async (_case, headers) => {
    const server = await target((_request, response) => reply(response, 200));
    await expectFailure(fetchWith()(server.origin, { headers }), 'invalid', 'bad_header');
    expect(server.requests).toEqual([]);
  });

  it.each(['CONNECT', 'TRACE', 'GET /x HTTP/1.1\r\n', ''])('method %j', async (method) => {
    const failure = expectFailure(fetchWith()('http://127.0.0.1:1/', { method }), 'invalid');
    expect((await failure).code).toBe('bad_method');
  });
});

const privateHosts = `
  127.0.0.1 127.1 2130706433 0x7f000001 0x7f.0.0.1 017700000001 0177.0.0.1 127.0.0.1. 0 0.0.0.0
  10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254 0xa9fea9fe 2852039166 169.16689662
  [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [fd00:ec2::254]
  [fe80::1] [fec0::1] [2002:7f00:1::] [ff02::1] 127。0。0。1 １２７.0.0.1 168.63.129.16 192.0.0.192
  localhost LOCALHOST`;

describe('fetch: private addresses (S4)', () => {
  it.each(privateHosts.trim().split(/\s+/))('%s', async (host) => {
    const server = await target((_request, response) => reply(response, 200));
    const fetch = fetchWith({ allowPrivate: false });
    await expectFailure(fetch(`http://${host}:${server.port}/`), 'invalid', 'private_address');
    expect(server.connections()).toBe(0);
  });

  it.each(['http://169.254.169.254/latest/meta-data/', 'http://[::1]/', 'http://0xa9fea9fe/'])(
    'a redirect to %s',
    async (location) => {
      const server = await target(redirectTo(302, location));
      const fetch = fetchWith({
        allowPrivate: false,
        isPublic: (address) => address === '127.0.0.1',
      });
      const failing = fetch(server.origin, { redirects: 3 });
      await expectFailure(failing, 'invalid', 'private_address');
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each(['rebind.example.test', 'rebind.example.test.', 'REBIND。example.TEST。'])(
    '%s, public at first and private later: one look decides and connects',
    async (host) => {
      const server = await target((request, response) =>
        reply(response, 200, request.headers.host),
      );
      const answers = ['127.0.0.1', '10.0.0.1', '10.0.0.1'];
      const asked: string[] = [];
      const fetch = fetchWith({
        allowPrivate: false,
        isPublic: (address) => address === '127.0.0.1',
        resolve: async (name) => {
          const address = answers[asked.length] ?? '10.0.0.1';
          asked.push(name);
          return [{ address, family: 4 }];
        },
      });
      const url = `http://${host}:${server.port}/`;
      // Had the check and the connection each looked, the second look would have met 10.0.0.1.
      const answer = await fetch(url, { method: 'POST' });
      expect(answer.text()).toBe(`rebind.example.test:${server.port}`);
      expect(asked).toEqual(['rebind.example.test']);
      await expectFailure(fetch(url, { method: 'POST' }), 'invalid', 'private_address');
      expect(asked).toHaveLength(2);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('an origin that the operator named is trusted, its redirects elsewhere are not (S4)', async () => {
    const inner = await target((_request, response) => reply(response, 200, 'inner'));
    const same = await target((request, response) => {
      if (request.url === '/') redirectTo(302, '/page')(request, response);
      else reply(response, 200, 'page');
    });
    const otherPort = await target(redirectTo(302, `${inner.origin}/`));
    const elsewhere = await target(redirectTo(302, `http://localhost:${inner.port}/`));
    const fetch = fetchWith({ allowPrivate: false });
    const request: FetchRequest = { trusted: true, redirects: 1 };
    expect((await fetch(same.origin, request)).text()).toBe('page');
    for (const { origin } of [otherPort, elsewhere]) {
      await expectFailure(fetch(origin, request), 'invalid', 'private_address');
    }
    expect(inner.requests).toEqual([]);
  });

  it('a connection kept for a trusted host is not lent to others', async () => {
    const server = await target((_request, response) => reply(response, 200));
    const fetch = fetchWith({
      allowPrivate: false,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const url = `http://inner.example.test:${server.port}/`;
    expect((await fetch(url, { trusted: true })).status).toBe(200);
    await expectFailure(fetch(url), 'invalid', 'private_address');
  });
});

describe('fetch: size', () => {
  const million = Buffer.alloc(1_000_000);
  const encodings: [string, (bytes: Uint8Array) => Uint8Array][] = [
    ['identity', (bytes) => bytes],
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['GZIP', gzipSync],
  ];

  const encoded = (encoding: string, body: Uint8Array): RequestListener => {
    return (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
  };

  it.each(encodings)('%s: exactly maxBytes are fine, one more is not', async (encoding, encode) => {
    const server = await target(encoded(encoding, encode(million)));
    const answer = await fetchWith()(server.origin, { maxBytes: million.length });
    expect(Buffer.compare(answer.body, million)).toBe(0);
    expect(answer.headers['content-encoding']).toBeUndefined();
    const failing = fetchWith()(server.origin, { maxBytes: million.length - 1 });
    await expectFailure(failing, 'too-large', 'reply_too_large');
    const cut = await fetchWith()(server.origin, { maxBytes: 999, cut: true });
    expect(Buffer.compare(cut.body, million.subarray(0, 999))).toBe(0);
  });

  it.each([
    ['truncated gzip', 'gzip', gzipSync(million).subarray(0, 300)],
    ['no gzip at all', 'gzip', Buffer.from('plain text, honestly')],
    ['no brotli at all', 'br', Buffer.from('plain text, honestly')],
    ['unknown encoding', 'sausage', Buffer.from('x')],
    ['two encodings', 'gzip, gzip', gzipSync(gzipSync(million))],
  ])('%s is an upstream failure', async (_case, encoding, body) => {
    const server = await target(encoded(encoding, body));
    await expectFailure(fetchWith()(server.origin), 'upstream', 'bad_encoding');
  });

  it('stops reading an endless body', async () => {
    const server = await target((_request, response) => endless(response));
    const failing = fetchWith()(server.origin, { maxBytes: 1_000_000 });
    await expectFailure(failing, 'too-large', 'reply_too_large');
    const cut = await fetchWith()(server.origin, { maxBytes: 1_000_000, cut: true });
    expect(cut.body.length).toBe(1_000_000);
  });

  it('stops at empty gzip members without end', async () => {
    const member = gzipSync('');
    const server = await target((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      endless(response, Buffer.concat(Array.from({ length: 2_000 }, () => member)));
    });
    await expectFailure(fetchWith()(server.origin, { maxBytes: 1_000 }), 'too-large');
    const cut = fetchWith()(server.origin, { maxBytes: 1_000, cut: true });
    await expectFailure(cut, 'too-large');
  });
});

const hang: RequestListener = () => {};
const stallInBody: RequestListener = (_request, response) => void response.write('half');
/** Its body ends with the connection, whichever side closes that. */
const stallInOpenBody: RequestListener = (_request, response) => {
  response.removeHeader('transfer-encoding');
  response.write('half');
};
const dying = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': 100 }).write('half');
  setImmediate(() => response.destroy());
};

describe('fetch: time and failure', () => {
  const stalls: [string, RequestListener][] = [
    ['before the answer', hang],
    ['inside the body', stallInBody],
    ['inside a body without a length', stallInOpenBody],
  ];
  it.each([...stalls, ['in a redirect that leads to itself', redirectTo(302, '/')]])(
    'a time-out %s',
    async (_case, listener) => {
      const server = await target(listener);
      const failing = fetchWith()(server.origin, { timeoutMilliseconds: 80, redirects: 1e9 });
      const failure = await expectFailure(failing, 'upstream', 'timed_out');
      expect(failure.message).toContain(`127.0.0.1:${server.port}`);
    },
  );

  it.each(stalls)('an abort %s', async (_case, listener) => {
    const controller = new AbortController();
    const server = await target((request, response) => {
      listener(request, response);
      setImmediate(() => controller.abort());
    });
    const failing = fetchWith()(server.origin, { signal: controller.signal, retries: 5 });
    await expectFailure(failing, 'upstream', 'aborted');
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, RequestListener | undefined]>([
    ['closed port', undefined],
    ['cut half way', (_request, response) => dying(response)],
    ['no HTTP', ({ socket }) => socket.end('SSH-2.0-OpenSSH\r\n')],
    [
      'endless headers',
      ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
    ],
  ])('%s: upstream, without the query (S10)', async (_case, listener) => {
    const server = await target(listener ?? hang);
    if (!listener) await server.close();
    for (const place of [server.origin, 'http://nothing.invalid']) {
      const headers = { authorization: 'Bearer hunter2' };
      const failing = fetchWith()(`${place}/?token=hunter2`, { headers });
      const failure = await expectFailure(failing, 'upstream', 'unreachable');
      expect(`${failure.message}${lines.join()}`).not.toContain('hunter2');
    }
  });

  it.each([
    ['500, 502, then 200', [500, 502, 200], 3, 200, 3],
    ['503 for ever', [503], 2, 503, 3],
    ['404 is not retried', [404], 3, 404, 1],
    ['429 without a time is not waited for in 30 s', [429], 3, 429, 1],
    ['501 is not retried', [501], 3, 501, 1],
    ['without retries', [500], 0, 500, 1],
  ])('retries: %s', async (_case, statuses, retries, expected, requests) => {
    const server = await target((_request, response) => {
      reply(response, statuses[Math.min(server.requests.length, statuses.length) - 1] ?? 0);
    });
    const answer = await fetchWith()(server.origin, { retries });
    expect([answer.status, server.requests.length]).toEqual([expected, requests]);
  });

  it('retries after a lost connection, with growing pauses', async () => {
    const { clock, slept } = skippingClock();
    const server = await target((_request, response) => {
      if (server.requests.length < 4) dying(response);
      else reply(response, 200);
    });
    expect((await fetchWith({ clock })(server.origin, { retries: 3 })).status).toBe(200);
    expect(slept).toHaveLength(3);
    for (const [index, wait] of slept.entries()) {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  it.each([
    ['seconds', '7', [7_000]],
    ['a date', 'Thu, 01 Jan 2026 00:00:09 GMT', [9_000]],
    ['a date in the past', 'Thu, 01 Jan 2025 00:00:00 GMT', [1_000]],
    ['longer than the time-out: the answer at once', '31', []],
    ['a date beyond it', 'Thu, 01 Jan 2099 00:00:00 GMT', []],
  ])('Retry-After in %s, of 503 and 429', async (_case, header, expected) => {
    for (const status of [503, 429]) {
      const { clock, slept } = skippingClock();
      const server = await target((_request, response) => {
        response.writeHead(status, { 'retry-after': header }).end();
      });
      const answer = await fetchWith({ clock })(server.origin, { retries: 1 });
      expect(answer.status).toBe(status);
      expect(slept).toEqual(expected);
    }
  });
});

describe('fetch: a body that is received while it arrives', () => {
  /** Collects the parts. */
  function receiver() {
    const parts: Buffer[] = [];
    const receive: FetchRequest['receive'] = async (arriving) => {
      for await (const part of arriving) parts.push(Buffer.from(part));
    };
    return { parts, receive };
  }

  it('is decoded, and absent from the reply', async () => {
    const server = await target((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a text'));
    });
    const { parts, receive } = receiver();
    const answer = await fetchWith()(server.origin, { receive });
    expect([answer.status, answer.text(), parts.join('')]).toEqual([200, '', 'a text']);
  });

  it('is taken at the end of redirects; a refusal has its own body, cut at 1 MiB', async () => {
    const server = await target((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/no' }).end('elsewhere');
      else if (request.url === '/no') reply(response, 403, 'no');
      else endless(response.writeHead(500));
    });
    const { parts, receive } = receiver();
    const request = { receive, redirects: 1, maxBytes: 1e12 };
    const answer = await fetchWith()(server.origin, request);
    expect([answer.status, answer.text(), parts]).toEqual([403, 'no', []]);
    const page = await fetchWith()(`${server.origin}/page`, request);
    expect([page.status, page.body.length]).toEqual([500, 1024 * 1024]);
  });

  it.each<[string, RequestListener, Partial<FetchRequest>, string]>([
    ['cut half way', (_request, response) => dying(response), {}, 'unreachable'],
    [
      'shorter than its Content-Length',
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
      {},
      'unreachable',
    ],
    [
      'of 10 GB',
      (_request, response) => endless(response.writeHead(200, { 'content-length': 1e10 })),
      { maxBytes: 1e6 },
      'reply_too_large',
    ],
    [
      'without end or length',
      (_request, response) => endless(response),
      { maxBytes: 1e6 },
      'reply_too_large',
    ],
    [
      'that unpacks to much',
      (_request, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(20_000_000))),
      { maxBytes: 1e6 },
      'reply_too_large',
    ],
    ['that stalls', stallInBody, { idleMilliseconds: 80 }, 'timed_out'],
    [
      'that drips past the whole time',
      (_request, response) => {
        const drip = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(drip));
      },
      { idleMilliseconds: 20_000, timeoutMilliseconds: 150 },
      'timed_out',
    ],
    ['before its first byte', hang, { idleMilliseconds: 80 }, 'timed_out'],
    [
      'before its first byte, redirected',
      redirectTo(302, '/'),
      { redirects: 1e9, idleMilliseconds: 80 },
      'timed_out',
    ],
  ])('%s: a failure, and no second request', async (name, listener, request, code) => {
    const server = await target(listener);
    const { receive } = receiver();
    const failing = fetchWith()(server.origin, { receive, retries: 3, ...request });
    await expectFailure(failing, code === 'reply_too_large' ? 'too-large' : 'upstream', code);
    // None where the time ends before the connection is there.
    if (!name.includes('redirected')) expect(server.requests.length).toBeLessThan(2);
  });

  it('is left early by its receiver, whose own error is thrown as it is', async () => {
    let closes = () => {};
    const closed = new Promise<void>((resolve) => (closes = resolve));
    const server = await target((_request, response) => endless(response.on('close', closes)));
    const first: FetchRequest['receive'] = async (arriving) => {
      for await (const part of arriving) if (part.length > 0) break;
    };
    expect((await fetchWith()(server.origin, { receive: first, maxBytes: 1e12 })).status).toBe(200);
    await closed;
    const full = Object.assign(new Error('disk full'), { code: 'ENOSPC' });
    const failing = fetchWith()(server.origin, { retries: 3, receive: () => Promise.reject(full) });
    await expect(failing).rejects.toBe(full);
    expect(server.requests).toHaveLength(2);
  });
});

describe('fetch: redirects', () => {
  const seen = (request: IncomingMessage) => ({
    method: request.method,
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    key: request.headers['x-api-key'],
    language: request.headers['accept-language'],
    type: request.headers['content-type'],
  });
  const headers = {
    Authorization: 'Bearer hunter2',
    Cookie: 'session=hunter2',
    'X-Api-Key': 'hunter2',
    'Accept-Language': 'en',
  };
  const echo = () => target((request, response) => response.end(JSON.stringify(seen(request))));

  it('keeps credentials on the same origin', async () => {
    const server = await target((request, response) => {
      if (request.url === '/') response.writeHead(301, { location: 'next' }).end();
      else response.end(JSON.stringify(seen(request)));
    });
    const answer = await fetchWith()(server.origin, { headers, redirects: 1 });
    expect(JSON.parse(answer.text())).toMatchObject({
      authorization: 'Bearer hunter2',
      key: 'hunter2',
    });
  });

  it('drops credentials on the way to another port or host (S10)', async () => {
    const server = await target(redirectTo(302, `${(await echo()).origin}/`));
    const answer = await fetchWith()(server.origin, { headers, redirects: 1 });
    expect(JSON.parse(answer.text())).toEqual({ method: 'GET', language: 'en' });
  });

  it('lax TLS ends on the way to another host, not on the same one', async () => {
    const secure = await target((_request, response) => reply(response, 200, 'in'), true);
    const request: FetchRequest = { redirects: 1, verifyTls: false };
    // Their certificate is signed by an authority that this client does not know.
    const fetch = netFetch({ allowPrivate: true, clock: skippingClock().clock, log: () => {} });
    const sameHost = await target(redirectTo(302, `${secure.origin}/`), true);
    expect((await fetch(sameHost.origin, request)).text()).toBe('in');
    const elsewhere = await target(redirectTo(302, `https://localhost:${secure.port}/`), true);
    await expectFailure(fetch(elsewhere.origin, request), 'upstream', 'unreachable');
    expect(secure.requests).toHaveLength(1);
  });

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [302, 'GET', 'GET'],
  ])('%i after %s asks with %s', async (status, method, expected) => {
    const server = await target(redirectTo(status, `${(await echo()).origin}/`));
    const answer = await fetchWith()(server.origin, {
      method,
      redirects: 1,
      headers: { 'content-type': 'text/plain' },
      ...(method === 'GET' ? {} : { body: 'x' }),
    });
    const { method: asked, type } = JSON.parse(answer.text()) as Record<string, string>;
    expect([asked, type]).toEqual([expected, method === 'GET' ? 'text/plain' : undefined]);
  });

  it.each([307, 308])('%i does not carry a body to another origin', async (status) => {
    const server = await target(redirectTo(status, `${(await echo()).origin}/`));
    const answer = await fetchWith()(server.origin, { method: 'POST', body: 'pw', redirects: 1 });
    expect(answer.status).toBe(status);
  });

  it.each(['file:///etc/passwd', 'http://user:hunter2@127.0.0.1/', 'ext::sh'])(
    'to %s fails without repeating it',
    async (location) => {
      const server = await target(redirectTo(302, location));
      const failing = fetchWith()(server.origin, { redirects: 1 });
      const failure = await expectFailure(failing, 'upstream', 'bad_redirect');
      expect(failure.message).not.toContain('hunter2');
    },
  );
});
