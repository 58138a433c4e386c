import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atEnd } from '#test/support/at-end.ts';
import { eachTest } from '#test/support/each-test.ts';
import { http } from '#test/support/http/http-client.ts';
import { freshDatabase, hasPostgres, ownPostgres } from '#test/support/postgres/on-postgres.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const adminKey = 'the-key-of-the-administrator';

describe('a replica', () => {
  const folder = eachTest(temporaryFolder);
  const settings = (url: string) => ({
    DATABASE_URL: url,
    SECRETS_KEY: 'a key that is long enough',
    BLOBS_DIR: join(folder().path, 'files'),
    ADMIN_KEY: adminKey,
    PORT: '0',
    ANALYSIS_PORT: '0',
  });
  function start(environment: Record<string, string>, words = ['docs']) {
    const running = program(['serve.ts', ...words], { cwd: folder().path, environment });
    atEnd(async () => {
      running.kill('SIGKILL');
      await running.ended;
    });
    return running;
  }
  const urlOf = async (running: ReturnType<typeof program>, name = 'docs') => {
    const line = await running.printed(new RegExp(`^${name} listening on `));
    return line.slice(line.indexOf('http://'));
  };
  const ready = async (url: string) => {
    const reply = await http(url)({ path: '/ready' });
    return [reply.status, reply.json()];
  };

  it.each([
    [
      'a malformed address',
      { DATABASE_URL: 'mysql://ada:secret-word@host/shop' },
      'DATABASE_URL must be an address such as',
    ],
    [
      'an address without a database',
      { DATABASE_URL: 'postgres://ada:secret-word@host' },
      'DATABASE_URL must be',
    ],
    ['no place for files', { BLOBS_DIR: '' }, 'BLOBS_BUCKET or BLOBS_DIR must be set'],
    ['two places for files', { BLOBS_BUCKET: 'b' }, 'are both set'],
    ['no key for secrets', { SECRETS_KEY: '' }, 'SECRETS_KEY must be set'],
    ['a short key for secrets', { SECRETS_KEY: 'short' }, 'at least 16 characters'],
  ])('with %s does not start, and says so in one line', async (_, wrong, text) => {
    const right = settings('postgres://ada:secret-word@127.0.0.1:1/shop');
    const { code, stdout, stderr } = await start({ ...right, ...wrong }).ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain('secret-word');
  });

  it('of an unknown home does not start', async () => {
    const { code, stderr } = await start({}, ['--home', 'moon', 'docs']).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining("Unknown home 'moon'")]);
  });

  it('starts before its database answers, says so, and tries again', async () => {
    const right = settings('postgres://ada:secret-word@127.0.0.1:1/shop');
    const running = start(right);
    const url = await urlOf(running);
    expect(await ready(url)).toEqual([
      503,
      { status: 'unavailable', reason: 'storage_unreachable' },
    ]);
    expect((await http(url)({ path: '/health' })).status).toBe(200);
    const login = { method: 'POST', path: '/api/auth/login' };
    const body = { username: 'admin', api_key: adminKey };
    const reply = await http(url)({ ...login, body });
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2']);
    running.kill('SIGTERM');
    const { code, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('Database postgres://ada@127.0.0.1:1/shop: cannot be reached');
    expect(stderr).not.toContain('secret-word');
    const perQueue = stderr.split('\n').filter((line) => line.includes('queue cannot be read'));
    expect(
      new Set(perQueue.map((line) => (JSON.parse(line) as { queue: string }).queue)).size,
    ).toBe(perQueue.length);
  });
});

describe.skipIf(!hasPostgres)('two replicas', () => {
  const folder = eachTest(temporaryFolder);
  const start = (url: string, words = ['docs']) => {
    const environment = {
      ...{ DATABASE_URL: url, SECRETS_KEY: 'a key that is long enough', ADMIN_KEY: adminKey },
      ...{ BLOBS_DIR: join(folder().path, 'files'), PORT: '0', ANALYSIS_PORT: '0' },
      SECURE_COOKIES: 'false',
    };
    const running = program(['serve.ts', '--home', 'cluster', ...words], {
      cwd: folder().path,
      environment,
    });
    atEnd(async () => {
      running.kill('SIGKILL');
      await running.ended;
    });
    return running;
  };
  const urlOf = async (running: ReturnType<typeof program>, name = 'docs') => {
    const line = await running.printed(new RegExp(`^${name} listening on `));
    return line.slice(line.indexOf('http://'));
  };

  it('share users, sessions and generated secrets, and one may die (R10)', async () => {
    const database = await freshDatabase();
    // Both at once, on an empty database.
    const replicas = [start(database), start(database)];
    const [one = '', other = ''] = await Promise.all(replicas.map((each) => urlOf(each)));
    const body = { username: 'admin', api_key: adminKey };
    const login = await http(one)({ method: 'POST', path: '/api/auth/login', body });
    expect(login.status).toBe(200);
    const headers = { cookie: login.cookies[0]?.split(';')[0] ?? '' };
    const me = (url: string) => http(url)({ path: '/api/auth/me', headers });
    expect((await me(other)).status).toBe(200);
    replicas[0]?.kill('SIGKILL');
    await replicas[0]?.ended;
    expect((await me(other)).status).toBe(200);
    const third = start(database);
    expect((await me(await urlOf(third))).status).toBe(200);
  });

  it('answer or say 503 while PostgreSQL restarts, and go on by themselves', async () => {
    const server = await ownPostgres();
    const running = start(server.url);
    const url = await urlOf(running);
    const body = { username: 'admin', api_key: adminKey };
    const login = () => http(url)({ method: 'POST', path: '/api/auth/login', body });
    expect((await login()).status).toBe(200);
    const restarted = server.restart();
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n += 1) statuses.add((await login()).status);
    await restarted;
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await expect.poll(async () => (await http(url)({ path: '/ready' })).status).toBe(200);
    expect((await login()).status).toBe(200);
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });
});
