import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { netGit, type NetGitOptions } from '#core/platform/adapters/net/git/git.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { symlink, testRepository } from '#test/support/git/git-repository.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { contents } from '#test/contract/git-suite.ts';

// There is no ssh server on most machines. The program called `ssh` here is a stand-in that runs
// the far side's command on this one; git, and how it calls ssh, are real, and so is the check
// that OpenSSH understands the options, where it is installed.
let root: string;
let log: string;
let bin: string;
const openSsh = spawnSync('ssh', ['-V']).status === 0;

function open(options: Partial<NetGitOptions> = {}) {
  return netGit({
    allowPrivate: false,
    roots: [],
    directory: join(root, 'clones'),
    clock: { now: () => new Date(), sleep: async () => {} },
    log: () => {},
    environment: {
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      HOME: root,
      SSH_AUTH_SOCK: '/run/agent',
      ADMIN_KEY: 'canary',
    },
    isPublic: (address) => address === '192.0.2.7' || address === '2001:db8::7',
    resolve: async () => [{ address: '192.0.2.7', family: 4 }],
    ...options,
  });
}

const called = () => readFileSync(log, 'utf8').split('\n');

beforeAll(async () => {
  root = (await temporaryFolder()).path;
  bin = join(root, 'bin');
  log = join(root, 'log');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'ssh'),
    `#!/bin/sh
{ for a in "$@"; do echo "$a"; done; env | sed 's/^/ENV /'; } > '${log}'
for last in "$@"; do :; done
cd '${root}' || exit 1
case "$last" in
  "git-upload-pack '"*) ;;
  *) echo "unexpected command: $last" >&2; exit 1 ;;
esac
[ -e '${root}/refuse' ] && { echo "git@host.test: Permission denied (publickey)." >&2; exit 255; }
exec sh -c "$last"
`,
  );
  chmodSync(join(bin, 'ssh'), 0o755);
});
beforeEach(() => writeFileSync(log, ''));

describe('git over ssh', () => {
  it('clones and resolves through ssh', async () => {
    const made = testRepository(root, 'over-ssh.git');
    const sha = made.commit({ a: 'x', passwd: symlink('/etc/passwd') });
    const source = { url: 'git@host.test:over-ssh.git' };
    const checkout = await open().checkout(source);
    expect(checkout.sha).toBe(sha);
    expect(contents(checkout.directory)).toEqual({ a: 'x', passwd: '/etc/passwd' });
    expect(await open().resolve({ ...source, ref: 'main' })).toBe(sha);
    expect(await open().resolve({ url: `ssh://git@host.test${root}/over-ssh.git` })).toBe(sha);
    made.git('tag', 'v1.0', sha);
    expect(await open().tags(source)).toEqual([{ name: 'v1.0', commit: sha }]);
  });

  it('connects to the checked address under the name it was asked for (S4)', async () => {
    await open().resolve({ url: `ssh://git@Host.test:2222${root}/over-ssh.git` });
    const lines = called();
    expect(lines).toEqual(
      expect.arrayContaining([
        'HostName=192.0.2.7',
        'HostKeyAlias=[host.test]:2222',
        'ProxyCommand=none',
        'ControlPath=none',
        'BatchMode=yes',
        'StrictHostKeyChecking=accept-new',
        'git@host.test',
      ]),
    );
    expect(lines.slice(lines.indexOf('-p'), lines.indexOf('-p') + 2)).toEqual(['-p', '2222']);
  });

  it('hands on the agent and nothing secret (S10)', async () => {
    await open().resolve({ url: 'git@host.test:over-ssh.git', token: 'canary-canary' });
    const lines = called();
    expect(lines).toContain('ENV SSH_AUTH_SOCK=/run/agent');
    expect(lines.join('\n')).not.toContain('canary');
  });

  it('nothing in the operator’s git configuration counts (S1)', async () => {
    const file = join(root, '.gitconfig');
    writeFileSync(file, `[url "ext::touch ${root}/canary "]\n\tinsteadOf = git@\n`);
    const sha = await open().resolve({ url: 'git@host.test:over-ssh.git' });
    await rm(file);
    expect(sha).toMatch(/^[0-9a-f]{40}$/);
    expect(existsSync(join(root, 'canary'))).toBe(false);
  });

  it.each(['127.1', '0x7f.1', '2130706433', '10.0.0.1', '169.254.169.254', '[::1]', '[fe80::1]'])(
    '%s is refused and ssh is not started (S4)',
    async (host) => {
      const url = `git@${host}:over-ssh.git`;
      await expectFailure(open().check({ url }), 'invalid', 'private_address');
      await expectFailure(open().checkout({ url }), 'invalid', 'private_address');
      expect(called()).toEqual(['']);
    },
  );

  it.each([
    '-oProxyCommand=touch canary@host:r',
    'git@-oProxyCommand=touch:r',
    'ssh://-oProxyCommand=touch/r',
    'git@host.test:-oProxyCommand=x',
    'git@host.test:$(touch canary)',
    'ext::sh -c touch% canary',
  ])('%s is refused and nothing is started (S1, S2)', async (url) => {
    await expectFailure(open().checkout({ url }), 'invalid', 'bad_repository_url');
    expect(called()).toEqual(['']);
  });

  it.each(['-u', '--upload-pack=touch canary', '-c', '+main', 'a:b', 'x\ny', 'x\0y'])(
    'the ref %j is refused and nothing is started (S1)',
    async (ref) => {
      const source = { url: 'git@host.test:over-ssh.git', ref };
      await expectFailure(open().checkout(source), 'invalid', 'bad_ref');
      await expectFailure(open().resolve(source), 'invalid', 'bad_ref');
      expect(called()).toEqual(['']);
    },
  );

  it.runIf(openSsh)('OpenSSH takes the options for what they are meant', async () => {
    await open({
      resolve: async () => [{ address: '2001:db8::7', family: 6 }],
    }).resolve({ url: `ssh://git@host.test:2222${root}/over-ssh.git` });
    const lines = called().filter((line) => !line.startsWith('ENV '));
    const parameters = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('git-upload-pack')),
    );
    const config = join(root, 'config');
    writeFileSync(
      config,
      'Host *\n  ProxyCommand touch canary\n  HostName 10.0.0.1\n  ControlMaster auto\n',
    );
    const told = execFileSync('ssh', ['-G', '-F', config, ...parameters])
      .toString()
      .split('\n');
    expect(told).toEqual(
      expect.arrayContaining([
        'hostname 2001:db8::7',
        'hostkeyalias [host.test]:2222',
        'port 2222',
        'user git',
        'batchmode yes',
        'stricthostkeychecking accept-new',
        'controlmaster false',
        'permitlocalcommand no',
      ]),
    );
    expect(told.join('\n')).not.toContain('canary');
  });
});
