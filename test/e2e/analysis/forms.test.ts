import { describe, expect, it } from 'vitest';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { openIssuesWorld } from '#test/support/analysis/issues-world.ts';
import { serverToken } from '#test/support/analysis/jira/server.ts';
import { onLocal } from '#test/support/world.ts';

const browser = {
  accept: 'text/html',
  'content-type': 'application/x-www-form-urlencoded',
};
const ada = { cookie: 'app_username=ada' };

// The forms of the pages as a browser without script sends them.
describe('the forms of the failure analysis', () => {
  const model = { AI_PROVIDER: 'provider_a', AI_MODEL: 'main' };
  const world = eachTest(() => openAnalysisWorld(onLocal, model));
  const post = (path: string, body: string, headers: Record<string, string> = ada) =>
    world().send({ method: 'POST', path, body, headers: { ...browser, ...headers } });
  const get = (path: string, headers: Record<string, string> = ada) =>
    world().send({ path, headers: { ...browser, ...headers } });
  const job = () => addJob(world().platform, { id: 'job_1' });
  const discussion = async () =>
    (await world().send({ path: '/results/job_1/comments' })).json() as {
      comments: { comment: string; username: string; test_name: string }[];
      reviews: Record<string, { reviewed: boolean; username: string }>;
    };

  it('answers the page of an analysis to browsers, and its result to programs', async () => {
    await job();
    const page = await get('/results/job_1');
    expect([page.status, page.headers['content-type'], page.headers['vary']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'accept, accept-encoding',
    ]);
    expect(page.text).toContain('<h1>team/nightly #5</h1>');
    for (const [path, headers] of [
      ['/results/job_1', { accept: 'application/json' }],
      ['/results/job_1?format=json', browser],
    ] as const) {
      const result = await world().send({ path, headers });
      expect((result.json() as { job_id: string }).job_id).toBe('job_1');
    }
    expect((await get('/results/none')).status).toBe(404);
  });

  it('shows each analysis on the dashboard as soon as it is there, and its age', async () => {
    const page = async () => (await get('/')).text;
    expect(await page()).toContain('Know why the tests fail.');
    await addJob(world().platform, { id: 'job_1', job_name: 'team/nightly' });
    expect(await page()).toContain('team/nightly');
    expect(await page()).not.toContain('team/other');
    await addJob(world().platform, { id: 'job_2', job_name: 'team/other' });
    const ages = async () => (await page()).match(/[^>]+ ago/g);
    expect(await page()).toContain('team/other');
    const before = await ages();
    world().clock.jump(3_600_000);
    expect(await ages()).not.toEqual(before);
    expect((await get('/?q=nightly')).text).not.toContain('/results/job_2');
  });

  it('asks for a name at the first write, and loses nothing of it', async () => {
    await job();
    const body = 'task=comment&failure=0&comment=It+is+%3Cb%3Emine%3C%2Fb%3E&back=/results/job_1';
    const asked = await post('/results/job_1', body, {});
    expect(asked.status).toBe(401);
    expect(asked.text).toContain('Your text is not lost');
    expect(asked.text).toContain('Names are not verified');
    const fields = [...asked.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const sent = new URLSearchParams(
      fields.map(([, name = '', value = '']) => [name, unescaped(value)]),
    );
    const refused = await post('/register', `${sent.toString()}&register_name=Admin`, {});
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(
      'It is <b>mine</b>'.replace(/[<>]/g, (c) => `&#${c.charCodeAt(0)};`),
    );
    const named = await post('/register', `${sent.toString()}&register_name=Ada+L`, {});
    expect([named.status, named.headers.location]).toEqual([307, '/results/job_1']);
    const cookie = named.headers['set-cookie']?.toString() ?? '';
    expect(cookie).toMatch(/^app_username=Ada%20L; Path=\/; Max-Age=31536000; SameSite=Lax/);
    // 307: the browser sends the same body again.
    const again = await post('/results/job_1', sent.toString(), { cookie: 'app_username=Ada%20L' });
    expect([again.status, again.headers.location]).toEqual([303, '/results/job_1']);
    expect((await discussion()).comments).toMatchObject([
      { comment: 'It is <b>mine</b>', username: 'Ada L', test_name: 'login' },
    ]);
  });

  it.each([
    ['/results/job_1', '/results/job_1'],
    ['https://elsewhere.example/', '/'],
    ['/\\elsewhere.example', '/'],
  ])('leads only to pages of its own after the name: %s', async (next, location) => {
    const reply = await post(
      '/register',
      `register_name=eve&register_next=${encodeURIComponent(next)}`,
    );
    expect([reply.status, reply.headers.location]).toEqual([303, location]);
  });

  it.each([
    ['', 'Enter a name.'],
    ['ADMIN', 'This name belongs to the built-in administrator'],
    ['x'.repeat(51), 'Use at most 50 characters.'],
    ['a;b', 'Use letters, digits'],
    ['a\u0000b', 'Use letters, digits'],
  ])('refuses the name %j with a sentence', async (name, sentence) => {
    const reply = await post('/register', `register_name=${encodeURIComponent(name)}`);
    expect([reply.status, reply.text.includes(sentence)]).toEqual([400, true]);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('reviews a group at once, a test alone, and takes it back', async () => {
    await job();
    // login in child #7 fails at position 2, deep in grandchild #9 at 3.
    await post('/results/job_1', 'task=review&group=2&mark=yes');
    await post('/results/job_1', 'task=review&mark=yes:3');
    await post('/results/job_1', 'task=review&group=1&mark=yes');
    await post('/results/job_1', 'task=review&mark=no:3');
    const { reviews } = await discussion();
    expect(Object.entries(reviews).map(([key, { reviewed }]) => [key, reviewed])).toEqual(
      expect.arrayContaining([
        ['child#7::login', true],
        ['grandchild#9::deep', false],
        ['cart', true],
      ]),
    );
    expect((await get('/results/job_1')).text).toContain('2 of 4 failures reviewed');
  });

  it('changes the class of a group, and only of it', async () => {
    await job();
    const body = `task=override&group=2&classification=${encodeURIComponent('PRODUCT BUG')}`;
    expect((await post('/results/job_1', body)).status).toBe(303);
    const row = await world().platform.records.get(jobs, { id: 'job_1' });
    expect(row).toMatchObject({ product_bugs: 2, infrastructure: 0, code_issues: 2 });
  });

  it('reviews all causes that are shown, and changes their class', async () => {
    await job();
    const page = (await get('/results/job_1')).text;
    const [, shown = ''] = /id="shown-title"[^]*?name="groups" value="([\d,]+)"/.exec(page) ?? [];
    expect(shown.split(',')).toHaveLength(4);
    await post('/results/job_1', `task=review&groups=${shown}&mark=yes`);
    expect((await get('/results/job_1')).text).toContain('4 of 4 failures reviewed');
    const change = `task=override&groups=0,2&classification=${encodeURIComponent('PRODUCT BUG')}`;
    expect((await post('/results/job_1', change)).status).toBe(303);
    const row = await world().platform.records.get(jobs, { id: 'job_1' });
    expect(row).toMatchObject({
      infrastructure: 0,
      unclassified: 0,
    });
    expect((await get('/results/job_1')).text).toContain('by <strong>ada</strong>');
  });

  it('links a cause to an issue that exists, once, with a comment', async () => {
    await job();
    const url = 'https://code.example/o/r/issues/7';
    const body = `task=link-issue&group=0&url=${encodeURIComponent(`${url}/`)}&title=Old`;
    const sent = await Promise.all([post('/results/job_1', body), post('/results/job_1', body)]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    const page = (await get('/results/job_1')).text;
    expect(page.split(`<a href="${url}" title="Old"`)).toHaveLength(2);
    expect(page).toContain('Issue #7');
    expect((await discussion()).comments).toMatchObject([
      { comment: `Issue: ${url}`, username: 'ada', test_name: 'login' },
    ]);
    const plain = encodeURIComponent('https://desk.example/ticket/abc');
    await post('/results/job_1', `task=link-issue&group=0&url=${plain}`);
    expect((await get('/results/job_1')).text).toMatch(/desk\.example[^]{1,200}>Issue<\/a/);
    const browse = { url: 'https://tracker.example/browse/SHOP-3', test_name: 'login' };
    const link = { method: 'POST', path: '/results/job_1/link-issue' } as const;
    const linked = await world().send({ ...link, body: browse, headers: ada });
    expect(linked.json()).toMatchObject({ key: 'SHOP-3', number: 0, title: browse.url });
  });

  it('says who changed a class, when and why, and takes it back', async () => {
    await job();
    const card = async () => {
      const page = (await get('/results/job_1')).text;
      return page.slice(
        page.indexOf('id="g2"'),
        page.indexOf('</article>', page.indexOf('id="g2"')),
      );
    };
    const before = await card();
    const counts = { product_bugs: 1, infrastructure: 1, code_issues: 2 };
    const stored = () => world().platform.records.get(jobs, { id: 'job_1' });
    const overrides = async () =>
      (await world().send({ path: '/history/overrides' })).json() as { signature: string }[];
    const change = `task=override&group=2&classification=${encodeURIComponent('PRODUCT BUG')}`;
    await post('/results/job_1', `${change}&reason=the+%3Cb%3Eshop%3C%2Fb%3E+is+down`);
    world().clock.jump(3 * 3_600_000);
    const changed = await card();
    for (const text of ['Changed from', 'by <strong>ada</strong>', '3 h ago']) {
      expect(changed).toContain(text);
    }
    expect(changed).toContain('the &#60;b&#62;shop&#60;/b&#62; is down');
    // What was written for another class is folded.
    expect(changed).toContain('What the model wrote for');
    expect(await overrides()).toMatchObject([
      { username: 'ada', reason: 'the <b>shop</b> is down', job_id: 'job_1', tests: ['login'] },
    ]);
    await post('/results/job_1', 'task=undo&group=2');
    expect(await card()).toBe(before);
    expect(await stored()).toMatchObject({ ...counts, overrides: {}, corrections: {} });
    expect(await overrides()).toEqual([]);
    const { failures } = (
      await world().send({ path: '/history/failures?classification=PRODUCT%20BUG' })
    ).json() as { failures: object[] };
    expect(failures).toHaveLength(1);
    const long = await post('/results/job_1', `${change}&reason=${'x'.repeat(501)}`);
    expect(long.status).toBe(422);
  });

  it('lists corrections, and forgets one after a question', async () => {
    await job();
    const change = `task=override&group=2&classification=${encodeURIComponent('PRODUCT BUG')}`;
    await post('/results/job_1', `${change}&reason=why`);
    const [row] = (await world().send({ path: '/history/overrides' })).json() as {
      signature: string;
    }[];
    const page = await get('/corrections');
    for (const text of ['login', 'Product bug', 'why', 'ada', 'href="/results/job_1"']) {
      expect(page.text).toContain(text);
    }
    const forget = `signature=${row?.signature}`;
    expect((await post('/corrections', forget)).text).toContain('Forget this correction?');
    expect((await post('/corrections', `${forget}&sure=yes`, {})).status).toBe(401);
    const done = await post('/corrections', `${forget}&sure=yes`);
    expect([done.status, done.headers.location]).toEqual([303, '/corrections']);
    expect((await get('/corrections')).text).toContain('No corrections yet');
    expect((await post('/corrections', `${forget}&sure=yes`)).status).toBe(404);
  });

  it('asks before a comment is deleted, and lets only its author', async () => {
    await job();
    await post('/results/job_1', 'task=comment&failure=1&comment=mine');
    const asked = await post('/results/job_1', 'task=delete-comment&comment=1');
    expect(asked.text).toContain('Delete this comment?');
    const eve = { cookie: 'app_username=eve' };
    expect(
      (await post('/results/job_1', 'task=delete-comment&comment=1&sure=yes', eve)).status,
    ).toBe(404);
    expect((await post('/results/job_1', 'task=delete-comment&comment=1&sure=yes')).status).toBe(
      303,
    );
    expect((await discussion()).comments).toEqual([]);
  });

  it('shows the newest 100 comments of a group', async () => {
    await job();
    for (let at = 1; at <= 101; at += 1)
      await post('/results/job_1', `task=comment&failure=0&comment=no${at}`);
    const { text } = await get('/results/job_1');
    const shown = text.match(/(?<=>)no\d+(?=<)/g) ?? [];
    expect([shown.length, shown.at(0), shown.at(-1)]).toEqual([100, 'no2', 'no101']);
    expect(text).toContain('<a href="/results/job_1/comments">All as JSON</a>');
  });

  it('deletes an analysis for administrators alone, after a question', async () => {
    await job();
    expect((await post('/results/job_1', 'task=delete&sure=yes')).status).toBe(403);
    const asked = await post('/results/job_1', 'task=delete', asAdmin);
    expect(asked.text).toContain('Delete this analysis?');
    const done = await post('/results/job_1', 'task=delete&sure=yes', asAdmin);
    expect([done.status, done.headers.location]).toEqual([303, '/']);
    expect((await get('/results/job_1')).status).toBe(404);
  });

  it.each([
    [`task=comment&failure=0&comment=${'x'.repeat(10_001)}`, 422],
    ['task=comment&failure=99&comment=x', 404],
    ['task=review&mark=perhaps', 400],
    ['task=review&mark=yes:99', 404],
    ['task=override&group=0&classification=x', 400],
    ['task=review&groups=0,99&mark=yes', 404],
    ['task=review&groups=&mark=yes', 404],
    ['task=link-issue&group=0&url=javascript:alert(1)', 422],
    ['task=link-issue&group=0&url=https://ada:pw@code.example/7', 422],
    ['task=link-issue&group=99&url=https://code.example/7&test_name=login', 404],
    ['', 400],
    ['task=cancel&sure=yes', 409],
  ])('%s is refused on a page with %i', async (body, status) => {
    await job();
    const reply = await post('/results/job_1', body);
    expect([reply.status, reply.headers['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    const isBack = reply.text.includes('href="/results/job_1">Back to the page</a>');
    expect(isBack).toBe(status !== 404);
  });

  it('analyzes a pasted report and the example, and repeats an analysis', async () => {
    world().say({ when: '', text: '{"classification": "CODE ISSUE", "details": "Fix it."}' });
    const xml = '<testsuite><testcase name="a"><failure message="boom"/></testcase></testsuite>';
    for (const body of [`raw_xml=${encodeURIComponent(`\n ${xml}`)}`, 'sample=yes']) {
      const reply = await post('/', body);
      expect([reply.status, reply.headers.location]).toEqual([
        303,
        expect.stringMatching(/^\/results\/job_/),
      ]);
      const id = reply.headers.location?.slice('/results/'.length) ?? '';
      expect((await world().ended(id)).status).toBe('completed');
    }
    const [first] = (await world().platform.records.list(jobs, {})).rows;
    const again = await post(`/results/${first?.id}`, 'task=re-analyze');
    const repeated = again.headers.location?.slice('/results/'.length) ?? '';
    expect((await world().ended(repeated)).repeats).toBe(first?.id);
  });

  it.each([
    ['raw_xml=', 422, 'Paste a test report first.'],
    [
      `raw_xml=${encodeURIComponent('<!DOCTYPE x><testsuite/>')}`,
      400,
      'document type declarations',
    ],
    [`raw_xml=${'x'.repeat(1_500_000)}`, 413, 'This is too large for a form'],
  ])('says what is wrong with a report, and keeps it', async (body, status, sentence) => {
    const reply = await post('/', body);
    expect([reply.status, reply.text.includes(sentence)]).toEqual([status, true]);
    if (body.length < 100) {
      const [, xml = ''] = body.split('=');
      expect(reply.text).toContain(escaped(decodeURIComponent(xml)));
    }
  });

  describe('of a build', () => {
    const withServer = { ...model, CI_URL: 'https://ci.example/jenkins' };
    const named = eachTest(() => openAnalysisWorld(onLocal, withServer));
    const send = (body: string) =>
      named().send({ method: 'POST', path: '/', body, headers: { ...browser, ...ada } });

    it('starts its analysis', async () => {
      const start = await named().send({ path: '/', headers: browser });
      expect(start.text).toContain('<strong>ci.example</strong>');
      const reply = await send('job_name=team/nightly&build_number=+12');
      expect(reply.status).toBe(303);
      const id = reply.headers.location?.slice('/results/'.length) ?? '';
      expect(await named().job(id)).toMatchObject({
        ...{ kind: 'build', job_name: 'team/nightly', build_number: 12, created_by: 'ada' },
      });
    });

    it.each([
      ['job_name=+&build_number=x', 'Enter the name of a job. Enter a number, such as 12.'],
      ['job_name=a%22b&build_number=x', 'Enter a number, such as 12.'],
      [`job_name=${'a'.repeat(1_001)}&build_number=1`, 'Use at most 1,000 characters.'],
    ])('says what is wrong, and keeps what was typed: %s', async (body, sentence) => {
      const { status, text } = await send(body);
      const typed = new URLSearchParams(body);
      expect([status, text.includes(sentence)]).toEqual([422, true]);
      for (const [, value] of typed) expect(text).toContain(`value="${escaped(value)}"`);
    });
  });

  describe('of a tracker', () => {
    const named = eachTest(() => openIssuesWorld(onLocal));

    it('ask whose the stored token is', async () => {
      const headers = { ...browser, ...ada };
      const send = (body: string, more: Record<string, string> = {}) =>
        named().send({ method: 'POST', path: '/settings', body, headers: { ...headers, ...more } });
      const forScript = { accept: 'application/json' };
      const none = await send('check=tracker', forScript);
      expect([none.status, none.json()]).toEqual([422, { detail: 'No such token is stored.' }]);
      await send('tracker_token=wrong');
      expect((await send('check=tracker')).text).toContain('refused the login. Check the tracker');
      await send(`tracker_token=${serverToken}`);
      const accepted = await send('check=tracker');
      expect(accepted.headers['location']).toBe('/settings?accepted=tracker');
      expect((await send('check=tracker', forScript)).json()).toEqual({
        message: 'The tracker accepts the token of Ann Example.',
      });
      const page = await named().send({ path: '/settings?accepted=tracker', headers });
      expect(page.text).toContain('The tracker accepted your token.');
    });
  });

  it('stores tokens, shows only their last characters, and removes one', async () => {
    const key = await addUser(world(), 'uma');
    const uma = bearer(key);
    await post('/settings', 'scm_token=ghp_0123456789abcd&tracker_email=&tracker_token=', uma);
    const page = await get('/settings', uma);
    expect(page.text).toContain('Stored: ****abcd');
    expect(page.text).not.toContain('ghp_0123456789abcd');
    await post('/settings', 'scm_token=&remove_scm_token=true', uma);
    expect((await get('/settings', uma)).text).not.toContain('Stored:');
    expect((await post('/settings', `scm_token=${'x'.repeat(2_000)}`, uma)).status).toBe(422);
  });

  it('manages users; a key is shown once', async () => {
    const made = await post('/admin', 'task=make-user&username=grace&role=user', asAdmin);
    const [key = ''] = /app_[\w-]{43}/.exec(made.text) ?? [];
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(
      (await get('/api/auth/me', { ...bearer(key), accept: 'application/json' })).json(),
    ).toEqual({
      ...{ username: 'grace', role: 'user', is_admin: false },
    });
    const promoted = await post('/admin', 'task=change-role&username=grace&role=admin', asAdmin);
    expect(promoted.text).toMatch(/app_[\w-]{43}/);
    const twice = await post('/admin', 'task=make-user&username=grace', asAdmin);
    expect([twice.status, twice.text.includes('This username is taken')]).toEqual([400, true]);
    expect((await post('/admin', 'task=remove-user&username=grace', asAdmin)).text).toContain(
      'Remove grace?',
    );
    expect((await get('/admin', asAdmin)).text).toContain('href="/usage"');
    for (const path of ['/admin', '/usage']) expect((await get(path)).status).toBe(403);
  });
});

describe('the forms with an allow list', () => {
  const world = eachTest(() => openAnalysisWorld(onLocal, { ALLOWED_USERS: 'ada' }));
  const post = (headers: Record<string, string>) =>
    world().send({
      ...{ method: 'POST', path: '/results/job_1', body: 'task=review&group=0&mark=yes' },
      headers: { ...browser, ...headers },
    });

  it('ask for a name first, then take only names of the list', async () => {
    await addJob(world().platform, { id: 'job_1' });
    expect((await post({})).status).toBe(401);
    const eve = await post({ cookie: 'app_username=eve' });
    expect([eve.status, eve.text.includes('Only people on this server’s allow list')]).toEqual([
      403,
      true,
    ]);
    expect((await post(ada)).status).toBe(303);
  });
});

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
