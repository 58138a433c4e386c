import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { assetVersion } from '#core/docs/site/assets.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { asAdmin } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { http, type Received } from '#test/support/http/http-client.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const page = `<!doctype html><title>x</title>${'<p>A paragraph of a page.</p>'.repeat(290)}`;
const half = 'a line of a page that is not like the others\n'.repeat(30_000);
/** A text that is not to be made much shorter. */
const noise = (size: number) => randomBytes((size * 3) / 4).toString('base64');

function unpacked({ bytes, headers }: Received): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  if (coding === 'gzip') return gunzipSync(bytes).toString();
  expect(coding).toBeUndefined();
  return bytes.toString();
}

/** How answers travel: compressed, in parts, or by another way where they are too large. */
describe.each(homes())('answers with files on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'docs'));
  const get = (path: string, accepted?: string, more: Record<string, string> = {}) => {
    const coding = accepted === undefined ? {} : { 'accept-encoding': accepted };
    return world().send({ path, headers: { ...asAdmin, ...coding, ...more } });
  };
  /** As a client that follows: the link needs no key, and gets none. */
  async function follow(reply: Received, headers: Record<string, string> = {}) {
    expect([reply.status, reply.headers['cache-control']]).toEqual([307, 'no-store']);
    const link = new URL(String(reply.headers.location));
    return http(link.origin)({ path: link.pathname + link.search, headers });
  }

  describe('a text of more than 1 kB', () => {
    it.each([
      ['/docs/x/a.html', 'gzip, deflate, br', 'br'],
      ['/docs/x/a.html', 'gzip, deflate', 'gzip'],
      ['/docs/x/a.html', 'gzip;q=0', undefined],
      ['/docs/x/a.html', undefined, undefined],
      ['/docs/x/small.html', 'br, gzip', undefined],
      ['/docs/x/a.png', 'br, gzip', undefined],
      ['/login', 'br', 'br'],
      ['/projects/x', 'gzip', 'gzip'],
    ])('%s for a client that takes %s: %s', async (path, accepted, coding) => {
      const sitemap = `<urlset>${'<url><loc>a.html</loc></url> '.repeat(50)}</urlset>`;
      const files = { 'half.txt': half, 'small.html': 'x'.repeat(1023), 'sitemap.xml': sitemap };
      await addProject(
        world().platform,
        { name: 'x' },
        { ...files, 'a.html': page, 'a.png': page },
      );
      const plain = await get(path);
      const reply = await get(path, accepted);
      expect([reply.status, reply.headers['content-encoding']]).toEqual([200, coding]);
      expect(unpacked(reply)).toBe(plain.text);
      expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
      expect(reply.headers.vary).toBe(path.endsWith('.png') ? undefined : 'accept-encoding');
      if (coding === undefined) return;
      expect(reply.bytes.length).toBeLessThan(plain.bytes.length);
      // Each form has a tag of its own, by which it is known again.
      expect(reply.headers.etag).toBe(String(plain.headers.etag).replace(/"$/, `-${coding}"`));
      const known = { 'if-none-match': String(reply.headers.etag) };
      const again = await get(path, accepted, known);
      expect([again.status, again.text, again.headers.vary]).toEqual([304, '', 'accept-encoding']);
      expect((await get(path, undefined, known)).status).toBe(200);
      const head = await world().send({
        ...{ method: 'HEAD', path, headers: { ...asAdmin, 'accept-encoding': String(accepted) } },
      });
      expect([head.status, head.text, head.headers['content-encoding'], head.headers.etag]).toEqual(
        [200, '', coding, reply.headers.etag],
      );
      if (world().isStrict) return;
      expect(head.headers['content-length']).toBe(reply.headers['content-length']);
    });

    it('is not compressed where it shows a secret (BREACH)', async () => {
      const reply = await world().send({
        method: 'POST',
        path: '/admin',
        body: 'task=make-user&username=eve',
        headers: {
          ...asAdmin,
          accept: 'text/html',
          'accept-encoding': 'br, gzip',
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
      expect([reply.status, reply.headers['content-encoding']]).toEqual([200, undefined]);
      expect(reply.text).toMatch(/app_[\w-]{43}/);
      expect(reply.bytes.length).toBeGreaterThan(1024);
    });
  });

  describe('a file that no function can answer with', () => {
    it('is sent, or led to, as it is', async () => {
      const text = noise(5_000_000);
      const files = { 'llms-full.txt': text, 'large.html': text, 'ü b.md': text };
      await addProject(world().platform, { name: 'x' }, files);
      const load = async (path: string, more: Record<string, string> = {}) => {
        const reply = await get(path, undefined, more);
        return world().isStrict ? follow(reply, more) : reply;
      };
      const whole = await load('/docs/x/llms-full.txt');
      expect([whole.status, whole.headers['content-type'], whole.text === text]).toEqual([
        ...[200, 'text/plain; charset=utf-8', true],
      ]);
      const most = await load('/docs/x/llms-full.txt', { range: 'bytes=1-4800000' });
      expect([most.status, most.text === text.slice(1, 4_800_001)]).toEqual([206, true]);
      const part = await get('/docs/x/llms-full.txt', undefined, { range: 'bytes=1-5' });
      expect([part.status, part.text]).toEqual([206, text.slice(1, 6)]);
      const head = await world().send({
        ...{ method: 'HEAD', path: '/docs/x/llms-full.txt', headers: asAdmin },
      });
      expect([head.status, head.headers['content-type']]).toEqual([
        200,
        'text/plain; charset=utf-8',
      ]);
      if (!world().isStrict) return;
      expect(whole.headers).toMatchObject({
        'content-disposition': "inline; filename*=UTF-8''llms-full.txt",
        'cache-control': 'private, no-store',
      });
      // Another host sends no policy with it, so it is not shown there.
      const document = await load('/docs/x/large.html');
      expect(document.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': "attachment; filename*=UTF-8''large.html",
      });
      expect((await load('/docs/x/%C3%BC%20b.md')).headers['content-disposition']).toBe(
        "inline; filename*=UTF-8''%C3%BC%20b.md",
      );
      expect((await get('/docs/x/llms-full.txt', undefined, { authorization: '' })).status).toBe(
        401,
      );
    });

    it('does not hold connections that are never read', async () => {
      await addProject(world().platform, { name: 'x' }, { 'llms-full.txt': noise(5_000_000) });
      // More than the client of S3 opens at once.
      for (let time = 0; time < 60; time += 1) {
        expect(
          (
            await world().send({
              ...{ method: 'HEAD', path: '/docs/x/llms-full.txt', headers: asAdmin },
            })
          ).status,
        ).toBe(200);
      }
    });
  });

  it('a cache between may keep what all strangers get, and nothing that a person gets', async () => {
    const open = await openWorld(home, 'docs', { environment: { PUBLIC_DOCS: 'true' } });
    const files = { 'index.html': page, 'a.txt': half, 'sitemap.xml': '<urlset></urlset>' };
    await addProject(open.platform, { name: 'one' }, files);
    const cacheOf = async (path: string, headers: Record<string, string> = {}) =>
      (await open.send({ path, headers })).headers['cache-control'];
    const shared = 'public, max-age=0, must-revalidate, s-maxage=60';
    const own = 'private, no-cache';
    expect(await cacheOf('/docs/one/')).toBe(shared);
    expect(await cacheOf('/docs/one/a.txt')).toBe(shared);
    expect(await cacheOf('/docs/one/', asAdmin)).toBe(own);
    // Its text has the address by which it was asked for.
    expect(await cacheOf('/docs/one/sitemap.xml')).toBe(own);
    expect(await cacheOf('/docs/one/nothing.html')).toBe('no-store');
    expect(await cacheOf('/docs')).toBe(own);
    // The page before decides which of the two it is.
    await addProject(open.platform, { name: 'one', owner: 'bob' }, files);
    expect(await cacheOf('/docs/one/a.txt')).toBe(own);
    expect(await cacheOf('/docs/one/a.txt?owner=bob')).toBe(shared);
    expect(await cacheOf('/docs/one/a.txt?owner=bob', asAdmin)).toBe(own);
  });

  it('an asset is kept for good where its address names the content', async () => {
    const css = 'p{color:red}'.repeat(200);
    await addProject(world().platform, { name: 'x' }, { 'assets/style.css': css, 'a.css': css });
    const version = assetVersion(css);
    const cacheOf = async (path: string, accepted?: string) =>
      (await get(`/docs/x/${path}`, accepted)).headers['cache-control'];
    for (const accepted of [undefined, 'br', 'br']) {
      const kept = 'private, max-age=31536000, immutable';
      expect(await cacheOf(`assets/style.css?v=${version}`, accepted)).toBe(kept);
    }
    for (const path of [
      'assets/style.css',
      'assets/style.css?v=',
      `assets/style.css?v=${version}0`,
      `a.css?v=${version}`,
    ]) {
      expect(await cacheOf(path)).toBe('private, no-cache');
    }
  });
});
