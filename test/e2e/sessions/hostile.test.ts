import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTests } from '#test/support/at-end.ts';
import { maxLineBytes } from '#core/sessions/lines/read-lines.ts';
import { jsonl, openSessionsWorld, said, withKey } from '#test/support/sessions/sessions-world.ts';
import { onLocal } from '#test/support/world.ts';

const needle = jsonl(said('user', 'the needle'));

describe('session search with hostile files (S14)', () => {
  const world = allTests(() => openSessionsWorld(onLocal));

  const line = (text: string) => `{"type":"user","message":{"content":"needle"},"more":${text}}\n`;
  const deep = (open: string, close: string) =>
    `${open.repeat(600_000)}"needle"${close.repeat(600_000)}`;
  // Its newline is no part of a line.
  const atLimit = maxLineBytes + 1 - line('""').length;
  const cases: [string, () => Buffer, number, number][] = [
    // The number of malformed lines does not depend on what is looked for.
    ['a line at the limit', () => Buffer.from(line(`"${'a'.repeat(atLimit)}"`)), 1, 0],
    ['a line of one byte more', () => Buffer.from(line(`"${'a'.repeat(atLimit + 1)}"`)), 0, 1],
    ['deep lists', () => Buffer.from(line(deep('[', ']'))), 0, 1],
    [
      'deep objects behind a text with a quote',
      () => Buffer.from(line(`["\\"[\\\\",${deep('{"":', '}')}]`)),
      ...([0, 1] as const),
    ],
    ['a text with brackets', () => Buffer.from(line(`"\\"${'['.repeat(2_000_000)}\\\\"`)), 1, 0],
    ['bytes that are no text', () => Buffer.from([0, 255, 254, 10, 0xc3, 0x28, 10, 0]), 0, 3],
    ['NUL before and after', () => Buffer.from(`\0\n${line('0')}\0`), 1, 2],
    ['a byte order mark', () => Buffer.from(`\ufeff${line('0')}\ufeff${line('0')}`), 2, 0],
    ['own names of objects', () => Buffer.from(line('0,"__proto__":{"type":"x"}')), 1, 0],
  ];
  it.each(cases)('skips %s, and finds the rest', async (_, content, hits, malformed) => {
    const logged = world().logs.length;
    await world().write('-a/hostile.jsonl', Buffer.concat([content(), Buffer.from(`\n${needle}`)]));
    const found = await world().get('/search/messages?q=needle&order=file');
    expect(found).toHaveLength(hits + 1);
    const warnings = world()
      .logs.slice(logged)
      .filter(({ level }) => level === 'WARNING');
    expect(warnings.map(({ lines }) => lines)).toEqual(malformed > 0 ? [malformed] : []);
    expect(await world().get('/search?q=hostile')).toMatchObject([{ message_count: hits + 1 }]);
    rmSync(join(world().folder, '-a/hostile.jsonl'));
  });

  it('leads from each hit to its message, also where two sessions have one id', async () => {
    for (const name of ['one', 'two']) {
      const entry = said('user', `pharos ${name}`, { uuid: name, cwd: `/home/ada/${name}` });
      await world().write(`-${name}/same.jsonl`, jsonl(entry));
    }
    const page = async (path: string) => (await world().send({ path, headers: withKey })).text;
    const found = await page('/?q=pharos');
    expect(found.match(/<li class="card result">/g)).toHaveLength(2);
    const links = [...found.matchAll(/href="(\/read\/same\?[^"#]*)#m-(\w+)"/g)];
    expect(links.map(([, , name]) => name).sort()).toEqual(['one', 'two']);
    for (const [, link = '', name] of links) expect(await page(link)).toContain(`pharos ${name}`);
    for (const name of ['one', 'two']) rmSync(join(world().folder, `-${name}/same.jsonl`));
  });

  it('answers /health while it searches, and other searches too', async () => {
    const lines = Buffer.from(jsonl(said('user', 'some text of some length '.repeat(40))));
    const bytes = Buffer.concat(Array.from({ length: 100_000 }, () => lines));
    await world().write('-big/one.jsonl', bytes);
    const ended: string[] = [];
    const search = world()
      .get('/search/messages?q=%0A')
      .then(() => ended.push('search'));
    const health = world()
      .send({ path: '/health' })
      .then(() => ended.push('health'));
    await Promise.all([search, health]);
    expect(ended).toEqual(['health', 'search']);
  });

  it('survives files that shrink and vanish while they are searched', async () => {
    const file = join(world().folder, '-big/one.jsonl');
    const search = world().get('/search/messages?q=zzz');
    truncateSync(file, 1_000);
    expect(await search).toEqual([]);
    const again = world().get('/search/messages?q=zzz');
    rmSync(file);
    expect(await again).toEqual([]);
  });

  it.each([
    ['a query of 1 MB', 'a'.repeat(1_000_000), 431],
    ['NUL', '%00', 200],
    ['broken UTF-8', '%ff%fe', 200],
  ])('answers %s', async (_, q, status) => {
    const reply = await world().send({ path: `/search/messages?q=${q}`, headers: withKey });
    expect(reply.status).toBe(status);
  });
});
