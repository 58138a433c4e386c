import { describe, expect, it } from 'vitest';
import { addDelivery, unprocessed } from '#test/support/webhook/delivery-rows.ts';
import { logEntry, sampleRecords, summary } from '#test/support/logs/sample-logs.ts';
import { headersFor, headersIn } from '#test/support/http/security-headers.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld, type World } from '#test/support/world.ts';

const sockets = 'wss://live.example/$default';
const key = 'the key of the deliveries';
const environment = {
  ...{ ENABLE_LOG_SERVER: 'true', LOGS_KEY: key, TZ: 'Asia/Tokyo' },
  LANTERN_SOCKETS_URL: sockets,
};

/** The pages of the log viewer without a browser, on both homes. */
describe.each(homes())('pages on $name', ({ home }) => {
  describe('the pages of the log viewer', () => {
    const opened = async (act: (world: World) => Promise<void>) => {
      const world = await openWorld(home, await unprocessed(), { environment });
      await world.platform.logs.append(sampleRecords);
      await addDelivery(world.platform, { id: 'd1' });
      await act(world).finally(() => world.close());
    };
    const get = (world: World, path: string, headers: Record<string, string> = {}) =>
      world.send({ path, headers: { accept: 'text/html', ...headers } });

    it('show entries, steps and pull requests, with the headers of pages (S19)', () =>
      opened(async (world) => {
        for (const [path, text, status = 200] of [
          // 11:00:10 UTC.
          ['/logs?search=received', '2026-03-01 20:00:10.000'],
          ['/logs?hook_id=d1', '/logs/api/export?hook_id=d1&#38;limit=50000'],
          ['/logs?level=nothing', 'No entry matches these filters'],
          ['/logs?start_time=soon', 'Start Time must be a time such as'],
          // Typed as they are shown, in the zone that stands at the field.
          ['/logs?start_time=2026-03-01T20:00', '2026-03-01 20:00:10.000'],
          [
            '/logs?start_time=2026-03-01T20:00',
            '<p class="hint" id="logs-start_time-hint">Asia/Tokyo',
          ],
          // It is 12:00 UTC.
          ['/logs?start_time=1h', '2026-03-01 20:00:10.000'],
          ['/logs?start_time=15m', 'No entry matches these filters'],
          ['/logs?level=INFO&start_time=1h', 'value="level:INFO from:1h"'],
          ['/logs?level=INFO', 'level=INFO&#38;start_time=7d"'],
          ['/logs', 'live="true"'],
          ['/logs?live=false', 'live="false"'],
          ['/logs?end_time=2026-03-02', 'live="false"'],
          ['/logs?end_time=2026-03-01T19:00', 'No entry matches these filters'],
          ['/logs/deliveries/d1', 'no merge'],
          ['/logs/deliveries/del_new', 'Waiting to be processed'],
          ['/logs/pulls/7', 'A lamp'],
          ['/logs/login', 'The value of LOGS_KEY'],
          ['/logs/deliveries/none', 'The log has no entries for this delivery', 404],
          ['/logs/pulls/99', 'The log has no entries for this delivery or pull request', 404],
          ['/logs?entry=900719925474099', 'This entry is no longer in the log', 404],
        ] as const) {
          const reply = await get(world, path);
          expect([path, reply.status, reply.text.includes(text)]).toEqual([path, status, true]);
          expect(headersIn(reply)).toEqual(headersFor('webhook', reply));
          if (status === 404) continue;
          expect(reply.headers['content-security-policy']).toContain(
            `connect-src 'self' wss://live.example;`,
          );
        }
      }));

    it('count the values of the newest matches, each a link that narrows down', () =>
      opened(async (world) => {
        const step = {
          task_id: 'size',
          task_status: 'started',
          timestamp: '2026-03-01T11:30:00.000Z',
        };
        await world.platform.logs.append([logEntry('size: started', step)]);
        const { text } = await get(world, '/logs?repository=lamp');
        const lists = text.slice(text.indexOf('log-facet-lists'), text.indexOf('<lantern-logs'));
        const links = [...lists.matchAll(/href="([^"]+)"\s*>([^<]+)<\/a\s*>\s*<span>(\d+)/g)];
        expect(
          links.map(([, href = '', ...rest]) => [href.includes('level=ERROR'), ...rest]),
        ).toContainEqual([...[true, 'ERROR', '1']]);
        const all = (await get(world, '/logs')).text;
        expect(all).toMatch(/href="\/logs\?search=size%3A"\s*>size<\/a>\s*<span>1</);
        expect(all).toContain('in 7 of 7 matches');
        expect((await get(world, '/logs?search=size')).text).toMatch(/>size<\/span>\s*<span>1</);
      }));

    it('have a query line whose address is that of the form', () =>
      opened(async (world) => {
        const q = 'repo:team/lamp -level:error from:2026-03-01T20:00 "labels \\"a"';
        const search = new URLSearchParams({ q, limit: '500', live: 'true' }).toString();
        const reply = await get(world, `/logs?${search}`);
        const url = reply.headers['location'] ?? '';
        expect([reply.status, Object.fromEntries(new URLSearchParams(url.slice(6)))]).toEqual([
          302,
          {
            ...{ repository: 'team/lamp', not_level: 'error', start_time: '2026-03-01T20:00' },
            ...{ search: 'labels "a', limit: '500', live: 'true' },
          },
        ]);
        const { text } = await get(world, url);
        expect(text).toContain(
          'value="repo:team/lamp -level:error from:2026-03-01T20:00+09:00 &#34;labels \\&#34;a&#34;"',
        );
        const wrong = await get(world, '/logs?q=%3Cb%3E%20repi:x');
        expect(wrong.text).toContain('repi: is no field. Did you mean &#39;repo&#39;?');
        expect(wrong.text).toContain('value="&#60;b&#62; repi:x"');
        expect(wrong.text).not.toContain('<lantern-logs');
      }));

    it('load assets from /static, which browsers keep', () =>
      opened(async (world) => {
        const { text } = await get(world, '/logs');
        const paths = [...text.matchAll(/(?:src|href)="(\/(?:static|assets)\/[^"]+)"/g)];
        expect(paths.length).toBe(7);
        for (const [, path = ''] of paths) {
          const reply = await world.send({ path });
          expect([path, reply.status, reply.headers['cache-control']]).toEqual([
            expect.stringMatching(/^\/static\//) as string,
            200,
            'public, max-age=31536000, immutable',
          ]);
        }
      }));

    it('of a pull request name its repository, of a bare number the repositories to choose from', () =>
      opened(async (world) => {
        const other = { repository: 'desk', repository_full_name: 'team/desk' };
        const pr = { number: 7, title: 'A desk', author: 'mona' };
        await world.platform.logs.append([summary({ hook_id: 'd9', pr, ...other })]);
        const choice = (await get(world, '/logs/pulls/7')).text;
        expect(
          [...choice.matchAll(/href="(\/logs\/pulls\/[^"]+)"/g)].map(([, url]) => url),
        ).toEqual(['/logs/pulls/team/desk/7', '/logs/pulls/team/lamp/7']);
        const { text } = await get(world, '/logs/pulls/team/desk/7');
        expect(text).toContain('Pull request team/desk#7');
        expect([text.includes('A desk'), text.includes('A lamp')]).toEqual([true, false]);
        expect((await get(world, '/logs/pulls/team/none/7')).status).toBe(404);
        expect((await get(world, '/logs/deliveries/d9')).text).toContain('/logs/pulls/team/desk/7');
        const flow = '/logs/api/pr-flow/pr-7';
        expect((await get(world, flow)).json()).toMatchObject({
          detail: expect.stringContaining('name one as repository') as string,
          repositories: ['team/desk', 'team/lamp'],
        });
        expect((await get(world, `${flow}?repository=team/desk`)).status).toBe(200);
      }));

    it('of a pull request say what is missing, and tell its events in order', () =>
      opened(async (world) => {
        const second = (at: number) => new Date(Date.UTC(2026, 2, 1, 11, 0, at)).toISOString();
        const pr = { number: 9, title: 'A wick', author: 'mona' };
        const event = (id: string, start: number, more: Parameters<typeof summary>[0]) =>
          summary({
            hook_id: id,
            pr,
            sender: 'mona',
            timing: { started_at: second(start), completed_at: second(start + 1), duration_ms: 9 },
            ...more,
          });
        const step = {
          timestamp: second(21),
          status: 'completed',
          error: null,
          duration_ms: 1,
        } as const;
        await world.platform.logs.append([
          event('e1', 10, {
            workflow_steps: {
              'can-be-merged': { ...step, outcome: 'failed', reasons: ['<b>first</b> `<i>`'] },
            },
          }),
          event('e2', 20, {
            ...{ event_type: 'issue_comment', action: 'created' },
            workflow_steps: {
              'command-lgtm': { ...step, outcome: 'done' },
              'command-hold-2': step,
            },
          }),
        ]);
        const page = async () => {
          const { text } = await get(world, '/logs/pulls/team/lamp/9');
          const headings = [...text.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, title]) => title);
          const [missing = ''] = /missing-title"[^]*?<\/section>/.exec(text) ?? [];
          return { text, headings, missing };
        };
        const before = await page();
        expect(before.headings).toEqual(['Opened', '/lgtm, /hold']);
        expect(before.missing).toContain(
          '&#60;b&#62;first&#60;/b&#62; <code>&#60;i&#62;</code></li>',
        );
        expect(before.text).toContain('href="/logs/deliveries/e2"');
        expect(before.text).toContain('outcome: done');

        const task = {
          task_id: 'can-be-merged',
          task_type: 'evaluation',
          task_status: 'completed',
        };
        const about = { hook_id: 'e2', repository: 'team/lamp', pr_number: 9, level: 'SUCCESS' };
        const text = 'can-be-merged: completed: ';
        await world.platform.logs.append([
          logEntry(`${text}failed\n- second\n- third`, {
            ...about,
            ...task,
            timestamp: second(30),
          }),
          // Text of somebody else.
          logEntry(`${text}passed`, { ...about, timestamp: second(31) }),
        ]);
        const later = await page();
        expect(later.headings).toEqual(['Opened', '/lgtm, /hold', 'Evaluated']);
        expect(later.missing).toContain('third');
        expect(later.missing).not.toContain('first');

        await world.platform.logs.append([
          logEntry(`${text}passed`, { ...about, ...task, timestamp: second(40) }),
        ]);
        expect((await page()).missing).toContain('Nothing is missing: it can be merged.');
        const merge = { 'others of the base': step };
        await world.platform.logs.append([
          event('e3', 50, { action: 'closed', workflow_steps: merge }),
        ]);
        const end = await page();
        expect(end.headings).toEqual([
          'Opened',
          '/lgtm, /hold',
          'Evaluated',
          'Evaluated',
          'Merged',
        ]);
        expect(end.missing).toMatch(/Merged on 2026-03-01 20:00:50/);
      }));

    it('make marks visible that reorder text (S8)', () =>
      opened(async (world) => {
        const pr = { number: 8, title: 'title\u202e', author: 'mona' };
        const texts = { repository_full_name: 'team/lamp\u202e', sender: 'mona\u202e' };
        await world.platform.logs.append([summary({ hook_id: 'd8', pr, ...texts })]);
        for (const path of ['/logs/deliveries/d8', '/logs/pulls/8']) {
          const { text } = await get(world, path);
          expect([
            path,
            text.includes('title⟦U+202E⟧'),
            text.includes('team/lamp⟦U+202E⟧'),
          ]).toEqual([path, true, true]);
          expect(text).not.toContain('\u202e');
        }
      }));

    it('give deliveries to holders of the key, and replay nothing for other sites (S12)', () =>
      opened(async (world) => {
        const outside = { 'x-forwarded-for': '203.0.113.9' };
        const asked = await get(world, '/logs/deliveries', outside);
        expect([asked.status, asked.text.includes('name="next" value="/logs/deliveries"')]).toEqual(
          [401, true],
        );
        const form = {
          ...{ accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
          ...outside,
        };
        const post = (path: string, body: string, more: Record<string, string> = {}) =>
          world.send({ method: 'POST', path, body, headers: { ...form, ...more } });
        const login = `key=${encodeURIComponent(key)}&next=%2F%2Fevil.example`;
        const elsewhere = { origin: 'https://evil.example' };
        expect((await post('/logs/login', login, elsewhere)).status).toBe(403);
        const reply = await post('/logs/login', login);
        expect([reply.status, reply.headers['location']]).toEqual([303, '/logs/deliveries']);
        const cookie = reply.cookies[0]?.split(';')[0] ?? '';
        const list = await get(world, '/logs/deliveries', { ...outside, cookie });
        expect([list.status, list.text.includes('/logs/deliveries/d1')]).toEqual([200, true]);
        const replay = 'task=replay&sure=yes';
        const foreign = await post('/logs/deliveries/d1', replay, { cookie, ...elsewhere });
        expect(foreign.status).toBe(403);
        const own = { cookie, 'sec-fetch-site': 'same-origin' };
        const done = await post('/logs/deliveries/d1', replay, own);
        expect([done.status, done.headers['location']]).toEqual([
          303,
          expect.stringMatching(/^\/logs\/deliveries\/del_/) as string,
        ]);
      }));
  });
});
