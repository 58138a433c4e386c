import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectFailure } from '#test/support/expect-failure.ts';
import { testRepository } from '#test/support/git/git-repository.ts';
import { contents, gitSuite } from '#test/contract/git-suite.ts';

const { open, place } = gitSuite('program');
const secret = 'ghp_Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9';

/** A folder with a `git` that writes down its arguments and environment, then is the real one. */
function spyingPath(name: string) {
  const folder = join(place().root, name);
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const log = join(folder, 'log');
  writeFileSync(
    join(folder, 'git'),
    `#!/bin/sh\n{ echo "PID $$"; for a in "$@"; do echo "ARG $a"; done; env | sed 's/^/ENV /'; } >> '${log}'\nexec '${real}' "$@"\n`,
  );
  chmodSync(join(folder, 'git'), 0o755);
  const lines = (kind: string) =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${kind} `))
      .map((line) => line.slice(kind.length + 1));
  return { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, lines };
}

function script(path: string, canary: string) {
  writeFileSync(path, `#!/bin/sh\ntouch '${canary}'\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('git over https, program: what the process is given', () => {
  it('no secret in arguments, nothing of our environment but what it needs (S10)', async () => {
    const { server, root } = place();
    testRepository(root, 'spied.git').commit({ a: 'x' });
    server.behaviour = { token: secret };
    const { PATH, lines } = spyingPath('spy-1');
    const environment = {
      PATH,
      HOME: '/nonexistent',
      ADMIN_KEY: 'canary-1',
      SMTP_PASSWORD: 'canary-2',
    };
    const git = open({ environment });
    const source = { url: server.url('spied.git'), token: secret };
    await git.checkout(source);
    await git.resolve(source);
    expect(lines('ARG')).toEqual(
      expect.arrayContaining(['fetch', '--depth=1', server.url('spied.git')]),
    );
    const basic = Buffer.from(`x-access-token:${secret}`).toString('base64');
    expect(lines('ARG').join('\n')).not.toMatch(new RegExp(`${secret}|${basic}`));
    const names = new Set(lines('ENV').map((line) => line.split('=')[0] ?? ''));
    // The shell of the spy adds its own.
    const ours = [...names].filter((name) => !/^(GIT_|PWD$|OLDPWD$|SHLVL$|_$)/.test(name));
    expect(ours.sort()).toEqual(['HOME', 'LC_ALL', 'PATH']);
    expect(lines('ENV').join('\n')).not.toContain('canary');
  });

  it('an abort kills the whole process group', async () => {
    const { server, root } = place();
    testRepository(root, 'hanging.git').commit({ a: 'x' });
    server.behaviour = { hang: true };
    const { PATH, lines } = spyingPath('spy-2');
    const controller = new AbortController();
    const before = server.requests.length;
    const call = open({ environment: { PATH } }).checkout(
      { url: server.url('hanging.git') },
      { signal: controller.signal },
    );
    await expect.poll(() => server.requests.length).toBeGreaterThan(before);
    const group = lines('PID').at(-1);
    const alive = () =>
      execFileSync('ps', ['-eo', 'pgid,stat'])
        .toString()
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([pgid, state = '']) => pgid === group && !state.startsWith('Z')).length;
    expect(alive()).toBeGreaterThan(1);
    controller.abort();
    await expectFailure(call, 'upstream', 'aborted');
    await expect.poll(alive).toBe(0);
  });
});

describe('git over https, program: configuration of others does not count (S1, S3)', () => {
  it.each(['home', 'surrounding repository', 'environment'])('%s', async (where) => {
    const { server, root } = place();
    const base = join(root, `config-${where.replace(' ', '-')}`);
    const canary = join(base, 'canary');
    mkdirSync(join(base, 'template', 'hooks'), { recursive: true });
    const program = script(join(base, 'program'), canary);
    script(join(base, 'template', 'hooks', 'post-checkout'), canary);
    const hostile = [
      `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${join(base, 'template', 'hooks')}`,
      `\tsshCommand = ${program}\n\taskPass = ${program}\n\tgitProxy = ${program}`,
      `[filter "x"]\n\tsmudge = ${program}\n\tprocess = ${program}\n\trequired = true`,
      `[init]\n\ttemplateDir = ${join(base, 'template')}`,
      `[credential]\n\thelper = ${program}`,
      `[url "ext::${program} "]\n\tinsteadOf = https://`,
      `[protocol]\n\tallow = always\n[protocol "ext"]\n\tallow = always\n`,
    ].join('\n');
    const home = join(base, 'home');
    mkdirSync(home);
    if (where === 'home') {
      writeFileSync(join(home, '.gitconfig'), hostile);
      writeFileSync(join(home, '.netrc'), 'machine 127.0.0.1 login me password netrc-canary\n');
    }
    if (where === 'surrounding repository') {
      execFileSync('git', ['init', '--quiet', '--template=', base]);
      writeFileSync(
        join(base, '.git', 'config'),
        `[core]\n\trepositoryformatversion = 0\n${hostile}`,
      );
    }
    const inherited =
      where === 'environment'
        ? {
            GIT_SSH_COMMAND: program,
            GIT_ASKPASS: program,
            SSH_ASKPASS: program,
            GIT_EXTERNAL_DIFF: program,
            GIT_TEMPLATE_DIR: join(base, 'template'),
            GIT_CONFIG_COUNT: '1',
            GIT_CONFIG_KEY_0: 'core.fsmonitor',
            GIT_CONFIG_VALUE_0: program,
            GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${program}'`,
          }
        : {};
    const clones = join(base, 'data', 'clones');
    const name = `configured-${where.replace(' ', '-')}.git`;
    testRepository(root, name).commit({ '.gitattributes': '* filter=x\n', a: 'unfiltered' });
    const git = open({
      directory: clones,
      environment: { PATH: process.env['PATH'], HOME: home, ...inherited },
    });
    const before = server.authorizations.length;
    const checkout = await git.checkout({ url: server.url(name) });
    await git.resolve({ url: server.url(name) });
    expect(contents(checkout.directory)['a']).toBe('unfiltered');
    // A login wanted by the server is looked for in no file and asked of no program.
    server.behaviour = { token: 'wanted' };
    await expectFailure(git.resolve({ url: server.url(name) }), 'upstream', 'clone_failed');
    expect(server.authorizations.slice(before).filter((header) => header !== undefined)).toEqual(
      [],
    );
    // Nor by whoever runs git in the clone later.
    execFileSync('git', ['status', '--short'], {
      cwd: checkout.directory,
      env: { PATH: process.env['PATH'] },
    });
    expect(existsSync(canary)).toBe(false);
  });
});

describe('git over https, program: a proxy', () => {
  /** Notes whom it is asked for, and answers nothing. */
  async function openProxy() {
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const close = () => new Promise((resolve) => proxy.close(resolve));
    return { asked, url: `http://127.0.0.1:${port}`, close };
  }

  it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])(
    '%s connects where addresses are not checked, and is told of where they are (S4)',
    async (name) => {
      const { server, root } = place();
      const sha = testRepository(root, 'proxied.git').commit({ a: 'x' });
      const proxy = await openProxy();
      const warnings: string[] = [];
      const environment = { PATH: process.env['PATH'], [name]: proxy.url };
      const options = { environment, log: (_: string, text: string) => void warnings.push(text) };
      const source = { url: server.url('proxied.git') };
      const checking = open({ ...options, allowPrivate: false, isPublic: () => true });
      expect(await checking.resolve(source)).toBe(sha);
      expect(await checking.resolve(source)).toBe(sha);
      expect(proxy.asked).toEqual([]);
      expect(warnings).toEqual([
        expect.stringMatching(new RegExp(`^${name} is not used .*ALLOW_`)),
      ]);
      await expectFailure(open(options).resolve(source), 'upstream', 'clone_failed');
      expect(proxy.asked).toEqual([`127.0.0.1:${server.port}`]);
      await proxy.close();
    },
  );
});

describe('git: the folder of clones', () => {
  it('what a dead process left unfinished is removed, what is young or finished stays', async () => {
    const { root, server } = place();
    const clones = join(root, 'swept');
    for (const name of ['partial-old', 'partial-new', 'clone-old']) {
      mkdirSync(join(clones, name, 'deep'), { recursive: true });
    }
    const old = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ['partial-old', 'clone-old']) utimesSync(join(clones, name), old, old);
    testRepository(root, 'sweeping.git').commit({ a: 'x' });
    await open({ directory: clones }).resolve({ url: server.url('sweeping.git') });
    const left = readdirSync(clones).filter((name) => !name.startsWith('authorities-'));
    expect(left.sort()).toEqual(['clone-old', 'partial-new']);
  });
});

describe('git: no program', () => {
  it('https goes without it, ssh says so', async () => {
    const { root, server } = place();
    const sha = testRepository(root, 'without.git').commit({ a: 'x' });
    const empty = join(root, 'empty-path');
    mkdirSync(empty);
    const git = open({ engine: 'installed', environment: { PATH: empty } });
    expect((await git.checkout({ url: server.url('without.git') })).sha).toBe(sha);
    const failure = await expectFailure(
      git.checkout({ url: 'git@127.0.0.1:r.git' }),
      'upstream',
      'clone_failed',
    );
    expect(failure.message).toBe(
      'Clone failed: ssh needs git 2.37 or newer and ssh to be installed',
    );
  });
});
