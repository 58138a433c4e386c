import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { http } from '#test/support/http/http-client.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const health = {
  docs: ['/health', { status: 'ok' }],
  analysis: ['/health', { status: 'healthy' }],
  webhook: ['/webhook_server/healthcheck', { status: 200, message: 'Alive' }],
  sessions: ['/health', { status: 'ok' }],
  agent: ['/health', { status: 'ok', sessions: 0 }],
} as const;
const names = Object.keys(health) as (keyof typeof health)[];
const anyPort = {
  PORT: '0',
  ANALYSIS_PORT: '0',
  WEBHOOK_SERVER_PORT: '0',
  SESSIONINFO_PORT: '0',
  SIDECAR_PORT: '0',
};

const folderInUse =
  /^Error: Another process uses the folder .*: stop it, or set SIDECAR_DATA_DIR to another folder\n$/;

describe('npm start', () => {
  const folder = eachTest(temporaryFolder);
  const start = (environment: Record<string, string> = anyPort) =>
    program(['start.ts'], { cwd: folder().path, environment });
  const urlOf = async (running: ReturnType<typeof program>, name: string) => {
    const line = await running.printed(new RegExp(`^${name} listening on `));
    return line.slice(line.indexOf('http://'));
  };

  it('makes secrets once, answers everywhere, ends on SIGTERM and starts again', async () => {
    expect((await start({ ...anyPort, LOG_LEVEL: 'loud' }).ended).code).toBe(1);
    const first = start();
    await first.printed(/^Stop with Ctrl\+C/);
    const file = join(folder().path, '.env');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const secrets = await readFile(file, 'utf8');
    const adminKey = /^ADMIN_KEY=([\w-]{32})$/m.exec(secrets)?.[1] ?? '';
    expect(adminKey).not.toBe('');
    for (const name of names) {
      const [path, body] = health[name];
      const reply = await http(await urlOf(first, name))({ path });
      expect([name, reply.status, reply.json()]).toEqual([name, 200, body]);
    }
    const docs = await urlOf(first, 'docs');
    const log = await http(await urlOf(first, 'webhook'))({ path: '/logs' });
    const analysis = `href="${await urlOf(first, 'analysis')}/" data-in-front="/analysis/"`;
    expect(log.text).toContain(`${analysis}>Failure analysis</a>`);
    expect(await first.printed(/log in as admin/)).toContain(`${docs}/login`);
    const once = await first.printed(/^Sign in with one click/);
    const byLink = await http(docs)({
      method: 'POST',
      path: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `link=${once.slice(once.lastIndexOf('=') + 1)}`,
    });
    expect([byLink.status, byLink.headers.location]).toEqual([302, '/']);
    const login = { method: 'POST', path: '/api/auth/login' };
    const body = { username: 'admin', api_key: adminKey };
    const reply = await http(docs)({ ...login, body });
    expect(reply.status).toBe(200);
    expect(reply.cookies[0]).not.toContain('Secure');

    first.kill('SIGTERM');
    const { code, stdout, stderr } = await first.ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(adminKey);

    const second = start();
    await second.printed(/^Stop with Ctrl\+C/);
    const page = await http(await urlOf(second, 'analysis'))({ path: '/login' });
    expect(page.text).toContain('ADMIN_KEY in the file .env on this machine');
    expect(await readFile(file, 'utf8')).toBe(secrets);
    // The session that was opened before is still there.
    const cookie = reply.cookies[0]?.split(';')[0] ?? '';
    const asOpened = { path: '/api/auth/me', headers: { cookie } };
    expect((await http(await urlOf(second, 'docs'))(asOpened)).status).toBe(200);

    second.kill('SIGKILL');
    const { signal, stdout: later } = await second.ended;
    expect([signal, later]).toEqual(['SIGKILL', expect.not.stringContaining('Sign in')]);
    const third = start();
    await third.printed(/^Stop with Ctrl\+C/);
    expect((await http(await urlOf(third, 'docs'))(asOpened)).status).toBe(200);
    third.kill('SIGINT');
    expect((await third.ended).code).toBe(0);
  });

  it('answers for every service at one address, below a path of each', async () => {
    const running = start();
    await running.printed(/^Stop with Ctrl\+C/);
    const send = http(await urlOf(running, 'docs'));
    const places = { webhook: '/webhooks' } as Partial<Record<string, string>>;
    for (const name of names.filter((each) => each !== 'docs')) {
      const [path, body] = health[name];
      const reply = await send({ path: `${places[name] ?? `/${name}`}${path}` });
      expect([name, reply.status, reply.json()]).toEqual([name, 200, body]);
    }
    for (const prefix of ['/analysis', '/webhooks', '/sessions', '/agent']) {
      const first = await send({ path: prefix, headers: { accept: 'text/html' } });
      const place = String(first.headers.location ?? prefix);
      expect(place.startsWith(prefix)).toBe(true);
      const { text } = await send({ path: place, headers: { accept: 'text/html' } });
      const paths = [...text.matchAll(/\s(?:href|src|action)="(\/[^"]*)"/g)].map(
        ([, path = '']) => path,
      );
      // Its own pages and files, the other services, and what lies in front.
      const known = /^(?:\/(?:analysis|webhooks|sessions|agent)\/|\/$|\/search$)/;
      expect([prefix, paths.filter((path) => !known.test(path))]).toEqual([prefix, []]);
      expect(text).not.toMatch(/="http:\/\/127/);
      const [style = ''] = paths.filter((path) => path.endsWith('.css'));
      expect([style.startsWith(prefix), (await send({ path: style })).status]).toEqual([true, 200]);
      const api = (await send({ path: `${prefix}/openapi.json` })).json() as { servers?: object };
      expect([prefix, api.servers]).toEqual([prefix, [{ url: prefix }]]);
    }
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('says that the built-in writer answers where no AI command line is', async () => {
    const running = start();
    expect(await running.printed(/offline writer/)).toMatch(/^'claude' is not in PATH/);
    running.kill('SIGTERM');
    await running.ended;
  });

  it.each(['PORT', 'ANALYSIS_PORT', 'WEBHOOK_SERVER_PORT', 'SESSIONINFO_PORT', 'SIDECAR_PORT'])(
    'with a taken port names %s in one line',
    async (variable) => {
      const other = program(['serve.ts', 'sessions'], {
        cwd: folder().path,
        environment: { SESSIONINFO_PORT: '0' },
      });
      const port = new URL(await urlOf(other, 'sessions')).port;
      const { code, stderr } = await start({ ...anyPort, [variable]: port }).ended;
      expect([code, stderr]).toEqual([
        1,
        `Error: Port ${port} is in use: stop the other program or set ${variable} to a free port\n`,
      ]);
      other.kill('SIGTERM');
      await other.ended;
    },
  );

  it('says in one line that it cannot write into its folder (R7)', async () => {
    await writeFile(join(folder().path, 'data'), 'a file');
    const { code, stderr } = await start().ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: The folder .*\/data cannot be written \(ENOTDIR\)\n$/);
  });

  it('twice at once: one runs, the other says why not, and they share one .env', async () => {
    const both = [0, 1].map(() => start());
    const refused = await Promise.race(
      both.map(async (each, at) => ({ at, ...(await each.ended) })),
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(folderInUse);
    const other = both[1 - refused.at];
    await other?.printed(/^Stop with Ctrl\+C/);
    other?.kill('SIGTERM');
    expect((await other?.ended)?.code).toBe(0);
  });
});

describe('npm run serve', () => {
  const folder = eachTest(temporaryFolder);

  it.each([
    ['a file in the place of the folder', async (cache: string) => writeFile(cache, '')],
    [
      'a damaged index',
      async (cache: string) => {
        await mkdir(cache);
        await writeFile(join(cache, 'sessions.db'), 'no database '.repeat(1_000));
      },
    ],
  ])('the session search reads the files with %s', async (_, spoil) => {
    const { path } = folder();
    await spoil(join(path, 'lantern'));
    const file = join(path, 'projects/-srv/one.jsonl');
    const sessions = join(path, 'projects');
    const environment = { SESSIONINFO_PORT: '0', XDG_CACHE_HOME: path, SESSIONINFO_DIR: sessions };
    const running = program(['serve.ts', 'sessions'], { cwd: path, environment });
    const line = await running.printed(/^sessions listening on /);
    const ask = http(line.slice(line.indexOf('http://')));
    expect((await ask({ path: '/' })).text.replace(/\s+/g, ' ')).toContain(
      `The folder of the stored sessions does not exist: ${sessions}`,
    );
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify({ type: 'user', message: { content: 'a lamp' } })}\n`);
    for (const way of ['', '/messages', '/history', '']) {
      const { status, headers } = await ask({ path: `/search${way}?q=lamp` });
      expect([way, status, headers['x-search-path']]).toEqual([way, 200, 'scan']);
    }
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('an agent service leaves the turns and the key of another one in its folder alone (R1)', async () => {
    const { path } = folder();
    const begin = (more = {}) => {
      const environment = { SIDECAR_PORT: '0', SIDECAR_DATA_DIR: path, ...more };
      return program(['serve.ts', 'agent'], { cwd: path, environment });
    };
    const first = begin({ SIDECAR_KEY: 'the-key' });
    await first.printed(/^agent listening on /);
    const { code, stderr } = await begin().ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(folderInUse);
    expect(await readFile(join(path, 'sidecar.key'), 'utf8')).toBe('the-key');
    first.kill('SIGKILL');
    await first.ended;
    const next = begin();
    await next.printed(/^agent listening on /);
    next.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
  });

  it('makes no secrets, and its data is where it was told to be', async () => {
    const environment = {
      ADMIN_KEY: 'sixteen-or-more!',
      PORT: '0',
      DATA_DIR: `${folder().path}/d`,
    };
    const running = program(['serve.ts', 'docs'], { cwd: folder().path, environment });
    await running.printed(/^docs listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect((await stat(`${folder().path}/d/app.db`)).isFile()).toBe(true);
    await expect(stat(`${folder().path}/.env`)).rejects.toThrow('ENOENT');
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });
});
