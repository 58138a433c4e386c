import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { addUser, asAdmin, bearer, fromOurPage } from '#test/support/actors.ts';
import { type DocsWorld } from '#test/support/docs/docs-world.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { cookieOf, type Received, type Sent } from '#test/support/http/http-client.ts';
import type { Rule } from '#test/support/ai/scripted-ai.ts';
import { gitToken, isOneLine, planted, said, take } from './planted-secrets.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

export type SecretLife = Awaited<ReturnType<typeof liveWithSecrets>>;

/** A service that receives secrets in every possible input, and its answers. */
export async function liveWithSecrets(world: DocsWorld) {
  /** Every answer except those that show a key or a session. */
  const heard: { readonly what: string; readonly text: string }[] = [];
  const archives: string[] = [];
  /** Keys and sessions that the service generated. */
  const made: string[] = [];
  await failAndSucceed();
  await keysAndSessions();
  await refusals();
  await abort();
  await readEverything(asAdmin);
  return { heard, archives, made, planted: planted() };

  async function send(sent: Sent): Promise<Received> {
    const reply = await world.send(sent);
    heard.push({
      what: `${sent.method ?? 'GET'} ${sent.path} ${reply.status}`,
      text: JSON.stringify(reply.headers) + reply.text,
    });
    return reply;
  }
  function post(path: string, body: object): Promise<Received> {
    return send({ method: 'POST', path, headers: asAdmin, body });
  }

  async function readEverything(headers: Record<string, string>): Promise<void> {
    const paths = [
      ...['/', '/admin', '/projects/sample', '/login', '/openapi.json', '/nothing', '/api/nothing'],
      ...['/api/status', '/api/projects/sample', '/api/projects/sample/generations'],
      ...['/api/admin/users', '/api/admin/projects/sample/access?owner=admin', '/api/auth/me'],
      ...['/api/projects/sample/progress', '/docs/sample/'],
    ];
    const pages = ['page-1', 'page-2', 'page-3', 'page-4'].flatMap((slug) => [
      `${slug}.html`,
      `${slug}.md`,
    ]);
    const files = [
      ...pages,
      'search-index.json',
      'llms.txt',
      'llms-full.txt',
      'citations.json',
      'index.html',
      'sitemap.xml',
    ];
    for (const path of [...paths, ...files.map((file) => `/docs/sample/${file}`)])
      await send({ path, headers });
    const { bytes, status } = await send({ path: '/api/projects/sample/download', headers });
    if (status === 200) archives.push(gunzipSync(bytes).toString('latin1'));
  }

  async function generate(answers: Rule[], isOver = true): Promise<void> {
    world.commit({ 'README.md': `# Sample ${heard.length}\n` });
    world.say(...answers);
    const reply = await post('/api/generate', { repo_url: world.url });
    if (reply.status !== 202) throw new Error(reply.text);
    if (isOver) await world.ended();
  }

  async function keysAndSessions(): Promise<void> {
    const key = await addUser(world, 'uma');
    const cookie = cookieOf(
      await world.send({
        method: 'POST',
        path: '/login',
        headers: form,
        body: `username=uma&api_key=${key}`,
      }),
      'app_session',
    );
    made.push(key, cookie.slice(cookie.indexOf('=') + 1));
    await readEverything({ cookie });
    const rotate = '/api/admin/users/uma/rotate-key';
    const rotated = await world.send({ method: 'POST', path: rotate, headers: asAdmin, body: {} });
    const chosen = 'chosen-by-a-person-0123456789';
    made.push((rotated.json() as { new_api_key: string }).new_api_key, chosen);
    if (!rotated.text.includes(made[2] ?? '-')) throw new Error('The key is not shown');
    const mine = await world.send({
      method: 'POST',
      path: '/api/me/rotate-key',
      headers: bearer(made[2] ?? ''),
      body: { new_key: chosen },
    });
    if (mine.status !== 200) throw new Error(mine.text);
    const again = cookieOf(
      await world.send({
        method: 'POST',
        path: '/api/auth/login',
        body: { username: 'uma', api_key: chosen },
      }),
      'app_session',
    );
    made.push(again.slice(again.indexOf('=') + 1));
    await readEverything({ cookie: again });
    await send({
      method: 'POST',
      path: '/api/auth/logout',
      headers: { cookie: again, ...fromOurPage },
    });
    await readEverything({ cookie: again });
  }

  async function refusals(): Promise<void> {
    const [wrong, urls, queries] = [take(100), take(60), take(40)].map((each) =>
      each.filter(isOneLine),
    );
    for (const [at, token] of (wrong ?? []).entries()) {
      // Each from another address: many wrong keys from one address would have to wait.
      const from = { 'x-forwarded-for': `192.0.2.${at}` };
      await send({ path: '/api/status', headers: { ...from, ...bearer(token) } });
      await send({ path: '/api/status', headers: { cookie: `app_session=${token}` } });
      await send({
        method: 'POST',
        path: '/api/auth/login',
        headers: from,
        body: { username: 'uma', api_key: token },
      });
      await send({
        method: 'POST',
        path: '/login',
        headers: { ...from, ...form },
        body: `username=uma&api_key=${encodeURIComponent(token)}`,
      });
    }
    for (const token of urls ?? []) {
      await post('/api/generate', {
        repo_url: `https://oauth2:${token}@code.example/team/app.git`,
      });
      await post('/api/generate', { repo_url: `https://${token}@code.example/team/app.git` });
      await post('/api/generate', { repo_url: world.url, branch: `x:${token}` });
    }
    for (const token of queries ?? [])
      await send({ path: `/api/status?access_token=${encodeURIComponent(token)}` });
  }

  async function failAndSucceed(): Promise<void> {
    // Fails to clone with the host's message, then fails in every way in which a model can. A host
    // with another token repeats ours.
    world.server.behaviour = { token: 'another one', refusal: 500 };
    await generate([]);
    world.server.behaviour = {
      status: 302,
      location: () => `https://oauth2:${take(1).find(isOneLine) ?? ''}@localhost:1/moved`,
    };
    await generate([]);
    world.server.behaviour = { token: gitToken };
    await generate([{ task: { kind: 'plan' }, exit: 3, stderr: said(60) }]);
    await generate([{ task: { kind: 'plan' }, exit: 3, text: said(60) }]);
    await generate([{ task: { kind: 'plan' }, text: `No plan, but ${said(20)}` }]);
    await readEverything(asAdmin);
    const planned = plan(4, { tagline: said(5), project_name: said(2) });
    const page: Rule = {
      task: { kind: 'page' },
      text: `# T\n\n${said(40)}\n\n\`\`\`\n${said(40)}\n\`\`\`\n`,
    };
    await generate([
      { task: { kind: 'plan' }, json: planned },
      { task: { slug: 'page-1' }, environment: true },
      { task: { slug: 'page-2' }, exit: 1, stderr: said(40) },
      page,
    ]);
    await readEverything(asAdmin);
  }

  async function abort(): Promise<void> {
    const before = world.calls().length;
    await generate([{ task: { kind: 'plan' }, hang: true, stderr: said(20) }], false);
    await world.until(() => world.calls().length > before);
    await post('/api/projects/sample/abort', {});
    // The step polls every second and gives the command two more.
    const depth = () => world.platform.queue.depth('docs-plan');
    for (let left = await depth(); left.inFlight + left.waiting > 0; left = await depth()) {
      await world.clock.advance(1_000);
      await pause(20);
    }
    await world.ended();
  }
}
