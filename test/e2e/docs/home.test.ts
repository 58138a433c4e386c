import { describe, expect, it } from 'vitest';
import { commandsOf, maxMatches, type Overview } from '#core/web/overview.ts';
import { readOverviews } from '#core/docs/pages/dashboard/read-overviews.ts';
import { services } from '#functions/manifest.ts';
import { serviceEntry } from '#functions/service-manifest.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { summary } from '#test/support/logs/sample-logs.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { addDelivery, unprocessed } from '#test/support/webhook/delivery-rows.ts';
import { openSampleSessions } from '#test/support/sessions/sessions-world.ts';
import { standIn } from '#test/support/http/stand-in.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const html = { accept: 'text/html' };

interface Beside {
  readonly url: string;
  readonly link?: string;
}

/** Docs beside services on this machine. */
async function openDocs(beside: Partial<Record<keyof typeof services, Beside>>) {
  const list = Object.entries(beside).map(([name, { url, link }]) => {
    return { ...serviceEntry(name, services[name as keyof typeof services]), url, link };
  });
  const environment = { LANTERN_SERVICES: JSON.stringify(list) };
  return openWorld(onLocal, 'docs', { environment });
}

const openWebhook = async (environment = {}) =>
  openWorld(onLocal, await unprocessed(), {
    environment: { ENABLE_LOG_SERVER: 'true', ...environment },
  });

async function textOf(docs: World, headers: Record<string, string> = {}, path = '/') {
  const reply = await docs.send({ path, headers: { ...html, ...asAdmin, ...headers } });
  expect(reply.status).toBe(200);
  return reply.text;
}

describe('the first page', () => {
  it('shows what happened in all services, what needs a person, and the first steps', async () => {
    const [analysis, webhook, sessions] = await Promise.all([
      openWorld(onLocal, 'analysis'),
      openWebhook(),
      openSampleSessions(),
    ]);
    const clean = { failures: [], child_job_analyses: [] };
    await addJob(analysis.platform, { id: 'job_a' });
    await addJob(analysis.platform, { id: 'job_b', job_name: 'shop/e2e' }, clean);
    const received_at = '2026-03-01T11:00:00.000Z';
    await addDelivery(webhook.platform, { id: 'd/1', state: 'failed', received_at });
    // The first look starts a helper process.
    await sessions.get('/sessions');
    const docs = await openDocs({ analysis, webhook, sessions });
    const text = await textOf(docs);
    expect(text).toContain(`href="${analysis.url}/results/job_a"`);
    expect(text).toContain(`href="${webhook.url}/logs/deliveries/d%2F1"`);
    expect(text).toMatch(/to review in 1 analysis of the last 7 days<\/a>/);
    expect(text).toMatch(/shop\/e2e( #\d+)?: passed</);
    expect(text).toMatch(/1 delivery failed in the last 7 days<\/a>/);
    expect(text).toContain(`href="${sessions.url}/read/some"`);
    expect(text).toContain('First steps');
    expect(text).not.toContain('Not shown');
    // The region renews itself alone.
    const part = await textOf(docs, {}, '/?part=home');
    expect(part).toContain('id="home"');
  });

  it('shows nothing of a service that would refuse the reader (S16)', async () => {
    const webhook = await openWebhook({ LOGS_KEY: 'the-key-of-the-logs' });
    await addDelivery(webhook.platform, { id: 'd1', repository: 'team/secret' });
    const docs = await openDocs({ webhook });
    const refused = await textOf(docs);
    expect(refused).not.toContain('team/secret');
    expect(refused).toMatch(/Not shown[^]*Webhooks/);
    // The key of the documentation is not sent on, the session of the logs is.
    const login = await webhook.send({
      ...{ method: 'POST', path: '/logs/login', body: 'key=the-key-of-the-logs' },
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...html },
    });
    const [cookie = ''] = String(login.headers['set-cookie']).split(';');
    expect(await textOf(docs, { cookie })).toContain('team/secret');
  });

  it('asks a service of this machine for readers on this machine alone (S13)', async () => {
    const webhook = await openWebhook();
    await addDelivery(webhook.platform, { id: 'd1', repository: 'team/secret' });
    const docs = await openDocs({ webhook });
    expect(await textOf(docs)).toContain('team/secret');
    const behindProxy = await textOf(docs, { 'x-forwarded-for': '203.0.113.9' });
    expect(behindProxy).not.toContain('team/secret');
  });

  it('shows a viewer the projects that the viewer may see, and no step to generate', async () => {
    const docs = await openDocs({ sessions: await openSampleSessions() });
    const viewer = await addUser(docs, 'mona', 'viewer');
    const text = await textOf(docs, bearer(viewer));
    expect(text).not.toContain('Generate a site');
  });
});

describe('a service beside', () => {
  const reader = { host: '127.0.0.1:1', cookies: new Map([['a', 'b']]), isOnThisMachine: true };
  const told = (path: string) => ({ recent: [], needs: [{ text: 'a', path }], steps: [] });
  const ask = async (url: string, link?: string) => {
    const docs = await openDocs({ webhook: { url, ...(link && { link }) } });
    const [overview] = await readOverviews(docs.platform, reader);
    return overview?.answer;
  };

  it.each([
    ['a link to another site', JSON.stringify(told('//evil.test/'))],
    ['a link with a backslash', JSON.stringify(told('/\\evil.test'))],
    ['a script as its link', JSON.stringify(told('javascript:alert(1)'))],
    ['no JSON', '<html>'],
    ['another form', '{"recent":1}'],
  ])('that answers with %s tells nothing', async (_what, text) => {
    const { url } = await standIn((_request, response) => void response.end(text));
    expect(await ask(url)).toBe('silent');
  });

  it('gets the cookies of its own host alone', async () => {
    const cookies: (string | undefined)[] = [];
    const { port } = await standIn((request, response) => {
      cookies.push(request.headers.cookie);
      response.end(JSON.stringify(told('/')));
    });
    expect(await ask(`http://127.0.0.1:${port}`)).toEqual(told('/'));
    // Not the name by which the reader came.
    expect(await ask(`http://[::ffff:127.0.0.1]:${port}`)).toEqual(told('/'));
    expect(cookies).toEqual(['a=b', undefined]);
    // A browser sends them to a path of this service's own address.
    expect(await ask(`http://[::ffff:127.0.0.1]:${port}`, '/webhooks')).toEqual(told('/'));
    expect(cookies.at(-1)).toBe('a=b');
  });
});

describe('the search over everything', () => {
  const plain = (text: string) => text.replaceAll(/(?:<[^>]*>|\s)+/g, ' ');

  it('finds jobs, tests, pull requests, deliveries and sessions where they are', async () => {
    const [analysis, webhook, sessions] = await Promise.all([
      openWorld(onLocal, 'analysis'),
      openWebhook(),
      openSampleSessions(),
    ]);
    await addJob(analysis.platform, { id: 'job_a', job_name: 'some/<nightly>' });
    await webhook.platform.logs.append([summary({ summary: 'opened of team/shop#12, some more' })]);
    await sessions.get('/sessions');
    const docs = await openDocs({ analysis, webhook, sessions });
    const text = await textOf(docs, {}, '/search?q=some');
    for (const url of [
      `${analysis.url}/?job=some%2F%3Cnightly%3E&#38;view=list`,
      `${webhook.url}/logs/deliveries/`,
      `${sessions.url}/read/`,
    ]) {
      expect(text).toContain(`href="${url}`);
    }
    expect(plain(text)).toMatch(/Jobs some\/&#60;nightly&#62; .*Deliveries .*Sessions /);
    const tests = await textOf(docs, {}, '/search?q=LOGIN%20broke');
    expect(tests).toContain(`href="${analysis.url}/history?q=login"`);
    expect(plain(await textOf(docs, {}, '/search?q=nowhere-at-all'))).toContain(
      'Nothing matches “nowhere-at-all”',
    );
  });

  it('finds projects and pages that the reader may open, and no others', async () => {
    const docs = await openDocs({});
    const [mona, vic] = [await addUser(docs, 'mona', 'user'), await addUser(docs, 'vic', 'user')];
    await addProject(docs.platform, { name: 'harbour-tax', owner: 'mona' });
    const find = (key: string) => textOf(docs, bearer(key), '/search?q=harbour');
    expect(await find(mona)).toContain('href="/projects/harbour-tax"');
    expect(await find(vic)).not.toContain('harbour-tax');
  });

  it('finds pages of the services by their names, those that the reader may open', async () => {
    const [analysis, webhook, sessions] = await Promise.all([
      openWorld(onLocal, 'analysis'),
      openWebhook(),
      openSampleSessions(),
    ]);
    const docs = await openDocs({ analysis, webhook, sessions });
    const text = await textOf(docs, {}, '/search?q=deliv');
    expect(plain(text)).toContain('Commands Deliveries Webhooks');
    expect(text).toContain(`href="${webhook.url}/logs/deliveries"`);
    expect(await textOf(docs, {}, '/search?q=alerts')).toContain(`href="${analysis.url}/alerts"`);
    expect(await textOf(docs, {}, '/search?q=session')).toContain(`href="${sessions.url}/"`);
    expect(await textOf(docs, {}, '/search?q=admin')).toContain('href="/admin"');
    const vic = bearer(await addUser(docs, 'vic', 'user'));
    expect(await textOf(docs, vic, '/search?q=admin')).not.toContain('href="/admin"');
  });

  it('offers as commands what the reader may do, by the words of their titles (S16)', async () => {
    const allowed = { CI_URL: 'https://ci.test', ALLOWED_USERS: 'mona' };
    const analysis = await openWorld(onLocal, 'analysis', { environment: allowed });
    const [open, webhook] = [await openWorld(onLocal, 'analysis'), await openWebhook()];
    const docs = await openDocs({ analysis, webhook });
    const [user, viewer] = await Promise.all([
      addUser(docs, 'mona', 'user'),
      addUser(docs, 'vic', 'viewer'),
    ]);
    const commandsIn = (text: string) =>
      [...text.matchAll(/<a href="([^"]*)">([^<]*)<\/a>\s*<span/g)].map(
        ([, url = '', title]) =>
          `${title} ${url.replace(webhook.url, '').replace(analysis.url, '')}`,
      );
    const inDocs = async (q: string, headers = {}) =>
      commandsIn(await textOf(docs, headers, `/search?q=${q}`));
    const inAnalysis = async (world: World, q: string, headers = {}) =>
      ((await world.send({ path: `/api/overview?q=${q}`, headers })).json() as Overview).found?.map(
        ({ text, path }) => `${text} ${path}`,
      );
    const document = 'Document a repository /#generate-title';
    expect(await inDocs('repo%20DOC')).toEqual([document]);
    expect(await inDocs('new%20project', bearer(user))).toEqual([document]);
    expect(await inDocs('repo', bearer(viewer))).toEqual([]);
    expect(await inDocs('add%20user')).toEqual(['Add a user /admin#create-title']);
    expect(await inDocs('user', bearer(user))).toEqual([]);
    expect(await inDocs('replace', bearer(user))).toContain('Replace your API key /#replace-key');
    expect(await inDocs('sign%20in')).toEqual(['Sign in /login']);
    expect(await inDocs('epository')).toEqual([]);
    const places = await inDocs('webhooks');
    expect(places).toContain('API reference /docs');
    expect(await inDocs('api')).toHaveLength(3);
    const anyone = ['Analyze a test report /#start-raw_xml'];
    expect(await inAnalysis(open, 'analyze')).toEqual(anyone);
    expect(await inAnalysis(analysis, 'analyze')).toEqual([]);
    const build = 'Analyze a build /#build-job_name';
    expect(await inAnalysis(analysis, 'analyze', asAdmin)).toEqual([...anyone, build]);
    expect(await inAnalysis(open, 'usage')).toEqual([]);
    expect(await inAnalysis(open, 'usage', asAdmin)).toEqual(['Token usage /usage']);
  });

  it('shows few commands, those with the words in their titles first', async () => {
    const all = Array.from({ length: 9 }, (_, at) => ({ label: `Page ${at}`, url: `/${at}` }));
    const found = commandsOf('wide', 'Wide', [...all, { label: 'Wide view', url: '/wide' }]);
    expect(found).toHaveLength(maxMatches);
    expect(found[0]).toEqual({ kind: 'command', text: 'Wide view', hint: 'Wide', path: '/wide' });
    const text = await textOf(await openDocs({}), {}, '/search?q=d');
    expect(plain(text)).toContain('Commands Docs Documentation ');
  });

  it('says which service was not searched, and does not wait for it (S16)', async () => {
    const webhook = await openWebhook({ LOGS_KEY: 'the-key-of-the-logs' });
    const analysis = await standIn((_, response) => response.writeHead(500).end());
    const docs = await openDocs({ webhook, analysis });
    const text = plain(await textOf(docs, {}, '/search?q=x'));
    expect(text).toContain('Failure analysis did not respond.');
    expect(text).toContain('Webhooks is not searched: sign in there .');
  });

  it('takes words of 200 characters, and asks nobody for none', async () => {
    let asked = 0;
    const analysis = await standIn((_, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    const docs = await openDocs({ analysis });
    expect(await textOf(docs, {}, '/search?q=%20')).toContain('name="q"');
    expect(asked).toBe(0);
    const long = await docs.send({ path: `/search?q=${'x'.repeat(201)}`, headers: asAdmin });
    expect(long.status).toBe(422);
  });

  it('is a press of Ctrl+K away from the pages of every service', async () => {
    const analysis = await openWorld(onLocal, 'analysis', {
      environment: {
        LANTERN_SERVICES: JSON.stringify([
          { ...serviceEntry('docs', services.docs), url: 'http://127.0.0.1:8000' },
        ]),
      },
    });
    const { text } = await analysis.send({ path: '/', headers: html });
    expect(text).toMatch(/href="http:\/\/127\.0\.0\.1:8000\/search"\s+data-shortcut="k"/);
    const alone = await openWorld(onLocal, 'analysis');
    const { text: without } = await alone.send({ path: '/', headers: html });
    expect(without).not.toContain('/search"');
  });
});
