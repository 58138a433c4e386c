import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { netGit, type NetGitOptions } from '#core/platform/adapters/net/git/git.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Git, GitSource } from '#core/platform/ports/systems/git.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { folder, submodule, symlink, testRepository } from '#test/support/git/git-repository.ts';
import type { Tree, TreeEntry } from '#test/support/git/git-repository.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { gitServer, type GitServer } from '#test/support/git/git-server.ts';

const clock: Clock = { now: () => new Date(), sleep: async () => {} };
const certificate = testCertificate();
const token = 'ghp_Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9Zq9';

/** Every file below the folder with its content; links are named, never followed. */
export function contents(directory: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(directory, below))) {
    const path = join(below, name);
    if (path === '.git') continue;
    const about = lstatSync(join(directory, path));
    if (about.isDirectory()) Object.assign(found, contents(directory, path));
    else if (about.isFile()) found[path] = readFileSync(join(directory, path), 'utf8');
    else found[path] = 'NOT A FILE';
  }
  return found;
}

function rawFiles(directory: string): string {
  let all = '';
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) all += readFileSync(join(entry.parentPath, entry.name), 'latin1');
  }
  return all;
}

/** In the order of tags(). */
export const newestTags = [
  ...['v2.10.0', 'release-2.9', '2.2.1.post1', 'v2.2.1', 'v2.2', 'v1_9_0'],
  ...['v3.0.0-rc.10', 'v3.0.0-rc.2', 'v3.0.0-beta'],
  ...['sample-9.0', '@scope/part@4.0.0', 'part/v1.0.0'],
];
export const hostileTags = [
  ...['-1.0', '--upload-pack=touch/v1.0', '<script>1.0', '$(id)-1.0', '`id`-1.0', '"1.0', 'ü-1.0'],
  ...['nightly', 'v', 'one.two', 'x'.repeat(120) + '-1.0'],
];

/** What every way of speaking to a remote repository over https must do. */
export function gitSuite(engine: 'program' | 'library') {
  let root: string;
  let clones: string;
  let server: GitServer;
  let other: GitServer;

  function open(options: Partial<NetGitOptions> = {}) {
    return netGit({
      allowPrivate: true,
      roots: [],
      directory: clones,
      clock,
      log: () => {},
      environment: { PATH: process.env['PATH'], HOME: join(root, 'home') },
      certificates: certificate.ca,
      engine,
      ...options,
    });
  }

  function repository(name: string, tree: Record<string, TreeEntry> | Tree) {
    const made = testRepository(root, name);
    return { ...made, sha: made.commit(tree), url: server.url(name) };
  }

  const calls = (git: Git): ((source: GitSource) => Promise<unknown>)[] => [
    (source) => git.checkout(source),
    (source) => git.resolve(source),
  ];
  const leftovers = () => readdirSync(clones).filter((name) => !name.startsWith('authorities-'));

  beforeAll(async () => {
    root = (await temporaryFolder()).path;
    server = await gitServer(root, certificate);
    other = await gitServer(root, certificate);
  });
  beforeEach(() => {
    clones = mkdtempSync(join(root, 'clones-'));
    server.behaviour = {};
    other.behaviour = {};
  });

  describe(`git over https, ${engine}: checkout`, () => {
    it('gives the tree and the commit of the default branch, and removes it', async () => {
      const { url, sha } = repository('plain.git', {
        'README.md': '# Hello\n',
        src: folder({ 'grüße.txt': 'über', 'empty.txt': '' }),
        'run.sh': { mode: '100755', content: '#!/bin/sh\n' },
      });
      const checkout = await open().checkout({ url });
      expect(checkout.sha).toBe(sha);
      expect(contents(checkout.directory)).toEqual({
        'README.md': '# Hello\n',
        'src/grüße.txt': 'über',
        'src/empty.txt': '',
        'run.sh': '#!/bin/sh\n',
      });
      expect(lstatSync(join(checkout.directory, 'run.sh')).mode & 0o100).toBe(0o100);
      await checkout.dispose();
      expect(existsSync(checkout.directory)).toBe(false);
      await checkout.dispose();
    });

    it('fetches one commit, however long the history', async () => {
      const made = testRepository(root, 'history.git');
      for (let index = 0; index < 5; index += 1) made.commit({ 'a.txt': `version ${index}` });
      const { directory, sha } = await open().checkout({ url: server.url('history.git') });
      expect(readFileSync(join(directory, '.git', 'shallow'), 'utf8').trim()).toBe(sha);
      expect(contents(directory)).toEqual({ 'a.txt': 'version 4' });
    });

    it('names the branch that is checked out; none is: undefined', async () => {
      const made = testRepository(root, 'head.git');
      made.commit({ a: '1' });
      const sha = made.commit({ a: '2' }, 'trunk/next');
      const source = { url: server.url('head.git'), ref: 'main' };
      expect(await open().defaultBranch(source)).toBe('main');
      made.git('symbolic-ref', 'HEAD', 'refs/heads/trunk/next');
      expect(await open().defaultBranch(source)).toBe('trunk/next');
      made.git('update-ref', '--no-deref', 'HEAD', sha);
      expect(await open().defaultBranch(source)).toBeUndefined();
    });

    it('finds a ref as clone would; resolve gives the same without a clone', async () => {
      const made = testRepository(root, 'refs.git');
      const first = made.commit({ a: 'main 1' });
      made.git('tag', 'light', first);
      made.git('tag', '-m', 'annotated', 'v1.0', first);
      const head = made.commit({ a: 'main 2' });
      const feature = made.commit({ a: 'feature' }, 'feature/x');
      const both = made.commit({ a: 'both' }, 'both');
      made.git('update-ref', 'refs/tags/both', first);
      made.git('update-ref', 'refs/pull/7/head', feature);
      const rows: [ref: string | undefined, sha: string, content: string][] = [
        [undefined, head, 'main 2'],
        ['main', head, 'main 2'],
        ['feature/x', feature, 'feature'],
        ['light', first, 'main 1'],
        ['v1.0', first, 'main 1'],
        ['both', both, 'both'],
        ['refs/tags/both', first, 'main 1'],
        ['refs/pull/7/head', feature, 'feature'],
        [feature, feature, 'feature'],
      ];
      const git = open();
      for (const [ref, sha, content] of rows) {
        const source = { url: server.url('refs.git'), ...(ref === undefined ? {} : { ref }) };
        expect([ref, await git.resolve(source)]).toEqual([ref, sha]);
        const checkout = await git.checkout(source);
        expect([ref, checkout.sha, contents(checkout.directory)]).toEqual([
          ref,
          sha,
          { a: content },
        ]);
        await checkout.dispose();
      }
      expect(leftovers()).toEqual([]);
    });

    it('lists the tags that name versions, the newest first, without hostile names (S9)', async () => {
      const made = testRepository(root, 'tags.git');
      const first = made.commit({ a: '1' });
      const second = made.commit({ a: '2' });
      for (const name of [...newestTags].reverse()) made.git('tag', name, first);
      made.git('tag', '-m', 'annotated', 'v10.0.0', second);
      for (const name of hostileTags) made.git('update-ref', `refs/tags/${name}`, first);
      const tags = await open().tags({ url: server.url('tags.git') });
      expect(tags.map(({ name }) => name)).toEqual(['v10.0.0', ...newestTags]);
      expect(tags[0]).toEqual({ name: 'v10.0.0', commit: second });
      expect(tags[1]).toEqual({ name: newestTags[0], commit: first });
      for (let at = 0; at < 60; at += 1) made.git('update-ref', `refs/tags/v11.${at}`, first);
      const most = await open().tags({ url: server.url('tags.git') });
      expect([most.length, most[0]?.name, most[49]?.name]).toEqual([50, 'v11.59', 'v11.10']);
    });

    it.each([
      ['an unknown ref', 'plain.git', 'nowhere', /has neither a branch nor a tag 'nowhere'$/],
      ['a prefix of a ref', 'plain.git', 'mai', /has neither a branch nor a tag 'mai'$/],
      [
        'an unknown full ref',
        'plain.git',
        'refs/pull/1',
        /couldn't find remote ref refs\/pull\/1$/,
      ],
      ['no such repository', 'absent.git', undefined, /404|not found/i],
    ])('%s', async (_case, name, ref, message) => {
      const source = { url: server.url(name), ...(ref === undefined ? {} : { ref }) };
      const git = open();
      for (const call of calls(git)) {
        const failure = await expectFailure(call(source), 'upstream', 'clone_failed');
        expect(failure.message).toMatch(/^Clone failed: /);
        expect(failure.message).toMatch(message);
      }
      expect(leftovers()).toEqual([]);
    });
  });

  describe(`git over https, ${engine}: tokens (S10)`, () => {
    beforeAll(() => {
      repository('private.git', { a: 'private' });
    });

    it('opens what is closed without, and lies nowhere afterwards', async () => {
      server.behaviour = { token };
      const url = server.url('private.git');
      const checkout = await open().checkout({ url, token });
      expect(contents(checkout.directory)).toEqual({ a: 'private' });
      expect(await open().resolve({ url, token })).toBe(checkout.sha);
      const written = rawFiles(clones);
      expect(written).not.toContain(token);
      expect(written).not.toContain(Buffer.from(`x-access-token:${token}`).toString('base64'));
    });

    it.each([
      ['none', undefined, 403],
      ['a wrong one', 'Wq8-no-known-shape', 403],
    ])('%s: a failure that repeats no secret', async (_case, wrong, refusal) => {
      server.behaviour = { token, refusal };
      const source = { url: server.url('private.git'), ...(wrong ? { token: wrong } : {}) };
      const git = open();
      for (const call of calls(git)) {
        const failure = await expectFailure(call(source), 'upstream', 'clone_failed');
        expect(JSON.stringify([failure, failure.message, failure.stack])).not.toMatch(
          /Wq8|eC1hY2Nlc3MtdG9rZW46/,
        );
      }
    });

    const at = (host: string) => `https://${host}:${server.port}/private.git`;
    const configured = (entries: Record<string, string>) =>
      open({ tokens: new Map(Object.entries(entries)) });

    it.each([
      ['its host', () => '127.0.0.1', token, 'x-access-token'],
      ['its host and port', () => `127.0.0.1:${server.port}`, token, 'x-access-token'],
      ['its host, with a user', () => '127.0.0.1', `robot:${token}`, 'robot'],
    ])('that of GIT_TOKENS for %s opens it', async (_case, host, entry, user) => {
      server.behaviour = { token };
      const git = configured({ [host()]: entry });
      const source = { url: at('127.0.0.1'), mayUseTokens: true };
      const checkout = await git.checkout(source);
      expect(contents(checkout.directory)).toEqual({ a: 'private' });
      expect(await git.resolve(source)).toBe(checkout.sha);
      const basic = Buffer.from(`${user}:${token}`).toString('base64');
      expect(server.authorizations.at(-1)).toBe(`Basic ${basic}`);
      const written = rawFiles(clones);
      expect(written).not.toContain(token);
      expect(written).not.toContain(basic);
    });

    it.each<[string, string, string, boolean, RegExp]>([
      ['no entry', '127.0.0.1', 'elsewhere.test', true, /^HOST wants a login: .*GIT_TOKENS$/],
      ['another host', 'localhost', '127.0.0.1', true, /^HOST wants a login: .*GIT_TOKENS$/],
      ['no permission', '127.0.0.1', '127.0.0.1', false, /only administrators .*GIT_TOKENS_FOR/],
    ])('%s: nothing is sent, and the error says what to do', async (...row) => {
      const [, asked, host, mayUseTokens, message] = row;
      server.behaviour = { token };
      const before = server.authorizations.length;
      const git = open({
        tokens: new Map([[host, token]]),
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        allowPrivate: false,
        isPublic: () => true,
      });
      for (const call of calls(git)) {
        const source = { url: at(asked), mayUseTokens };
        const failure = await expectFailure(call(source), 'upstream', 'clone_failed');
        const said = failure.message.replaceAll(`${asked}:${server.port}`, 'HOST');
        expect(said.replace('Clone failed: ', '')).toMatch(message);
      }
      expect(server.authorizations.slice(before).filter(Boolean)).toEqual([]);
    });

    it.each([
      ['a wrong one', 'private.git', /refused the token: .*GIT_TOKENS/],
      ['one for fewer repositories', 'absent.git', /no such repository, or the token .*GIT_TOKENS/],
    ])('%s: the error says what to do', async (_case, name, message) => {
      server.behaviour = name === 'private.git' ? { token: 'other' } : {};
      const git = configured({ '127.0.0.1': 'Wq8-no-known-shape' });
      for (const call of calls(git)) {
        const source = { url: server.url(name), mayUseTokens: true };
        const failure = await expectFailure(call(source), 'upstream', 'clone_failed');
        expect(failure.message).toMatch(message);
        expect(failure.message).not.toMatch(/Wq8|eC1hY2Nlc3MtdG9rZW46/);
      }
    });

    it.each(['a b', 'a\nb', 'a\0b', 'ü', 'x'.repeat(5_000)])('%j is refused', async (bad) => {
      const call = open().checkout({ url: server.url('private.git'), token: bad });
      const failure = await expectFailure(call, 'invalid', 'bad_token');
      expect(failure.message).not.toContain(bad);
    });
  });

  describe(`git over https, ${engine}: redirects (S4, S10)`, () => {
    beforeAll(() => {
      repository('moved.git', { a: 'moved' });
    });

    it.each([
      ['given', { token }],
      ['of GIT_TOKENS', { mayUseTokens: true }],
    ])('to another host are followed without the token %s', async (_case, more) => {
      server.behaviour = { status: 301, location: (url) => other.origin + url };
      const before = other.authorizations.length;
      const source = { url: server.url('moved.git'), ...more };
      const git = open({ tokens: new Map([['127.0.0.1', token]]) });
      const checkout = await git.checkout(source);
      expect(contents(checkout.directory)).toEqual({ a: 'moved' });
      expect(await git.resolve(source)).toBe(checkout.sha);
      expect(server.authorizations.at(-1)).toMatch(/^Basic /);
      const seen = other.authorizations.slice(before);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter((header) => header !== undefined)).toEqual([]);
      other.behaviour = { token };
      const failure = await expectFailure(git.checkout(source), 'upstream', 'clone_failed');
      expect(failure.message).toMatch(/has moved to .*: give its URL there/);
    });

    it.each([
      ['plain http', (url: string) => `http://127.0.0.1:1${url}`],
      ['a file', () => 'file:///etc/passwd'],
      ['another transport', () => 'ext::sh -c id/info/refs?service=git-upload-pack'],
      ['a page', () => 'https://127.0.0.1/login'],
      ['itself', (url: string) => server.origin + url],
    ])('to %s fail', async (_case, location) => {
      server.behaviour = { status: 302, location };
      const url = server.url('moved.git');
      for (const call of calls(open())) {
        const failure = await expectFailure(call({ url }), 'upstream', 'clone_failed');
        expect(failure.message).toMatch(/^Clone failed: (the server redirects to|.*\b302\b)/);
      }
    });

    it('to a private address are refused', async () => {
      server.behaviour = { status: 302, location: (url) => `https://10.0.0.1${url}` };
      const git = open({ allowPrivate: false, isPublic: (address) => address === '127.0.0.1' });
      const call = git.checkout({ url: server.url('moved.git') });
      const failure = await expectFailure(call, 'invalid', 'private_address');
      expect(failure.message).toBe('Repository URL must not target a private network');
    });
  });

  describe(`git over https, ${engine}: addresses (S4)`, () => {
    it.each(
      `127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0.0.0.0 10.0.0.1 192.168.0.1 172.16.0.1
       169.254.169.254 0xa9fea9fe 100.100.100.200 [::1] [::ffff:127.0.0.1] [64:ff9b::7f00:1]
       [fe80::1] [fd00:ec2::254] localhost`.split(/\s+/),
    )('%s is refused before anything is contacted', async (host) => {
      const connections = server.connections();
      const source = { url: `https://${host}:${server.port}/plain.git` };
      const git = open({ allowPrivate: false });
      for (const call of [(where: GitSource) => git.check(where), ...calls(git)]) {
        const failure = await expectFailure(call(source), 'invalid', 'private_address');
        expect(failure.message).toBe('Repository URL must not target a private network');
      }
      expect(server.connections()).toBe(connections);
    });

    /** Answers 127.0.0.1, which these tests call public, so many times, then a private one. */
    function rebinding(publicAnswers: number) {
      let asked = 0;
      return open({
        allowPrivate: false,
        isPublic: (address) => address === '127.0.0.1',
        resolve: async () => {
          asked += 1;
          return [{ address: asked > publicAnswers ? '10.0.0.1' : '127.0.0.1', family: 4 }];
        },
      });
    }

    it.each([
      'git.example.test',
      'git.example.test.',
      'git。example。test。',
      'g%69t.example.test%2E',
    ])('%s connects to the address that was checked', async (host) => {
      const { sha } = repository('pinned.git', { a: 'x' });
      // Only this resolver knows the name: what connects can only have used its answer.
      const source = { url: `https://${host}:${server.port}/pinned.git` };
      const git = rebinding(Infinity);
      expect((await git.checkout(source)).sha).toBe(sha);
      expect(await git.resolve(source)).toBe(sha);
    });

    it.each(['git.example.test', 'git.example.test.'])(
      '%s, private after the check, reaches nothing private',
      async (host) => {
        const { sha } = repository('rebound.git', { a: 'x' });
        const source = { url: `https://${host}:${server.port}/rebound.git` };
        const git = rebinding(1);
        await git.check(source);
        await expectFailure(git.checkout(source), 'invalid', 'private_address');
        const outcome = await rebinding(engine === 'program' ? 1 : 100).checkout(source);
        expect(outcome.sha).toBe(sha);
      },
    );
  });

  describe(`git over https, ${engine}: time, abort, size`, () => {
    beforeAll(() => {
      const noise = randomBytes(3_000_000);
      repository('noise.git', { 'noise.bin': noise });
      repository('zeros.git', { 'zeros.bin': Buffer.alloc(20_000_000) });
    });

    it.each([['never answers', { hang: true }]])('a server that %s', async (_case, behaviour) => {
      server.behaviour = behaviour;
      const git = open({ timeoutMilliseconds: 600 });
      const failure = await expectFailure(
        git.checkout({ url: server.url('noise.git') }),
        'upstream',
        'timed_out',
      );
      expect(failure.message).toBe('Clone failed: timed out after 0.6 seconds');
      expect(leftovers()).toEqual([]);
    });

    it.each([['inside the pack', { stallAfter: 1_000 }]])(
      'an abort %s leaves nothing',
      async (_case, behaviour) => {
        const controller = new AbortController();
        server.behaviour = behaviour;
        const before = server.requests.length;
        const call = open().checkout(
          { url: server.url('noise.git') },
          { signal: controller.signal },
        );
        const wanted = 'hang' in behaviour ? 1 : 3;
        await expect.poll(() => server.requests.length - before).toBeGreaterThanOrEqual(wanted);
        controller.abort();
        await expectFailure(call, 'upstream', 'aborted');
        expect(leftovers()).toEqual([]);
      },
    );

    it.each([
      ['download', 'noise.git', {}],
      ['tree from a small pack', 'zeros.git', {}],
    ])('a %s above the limit', async (_case, name, behaviour) => {
      server.behaviour = behaviour;
      const call = open({ maxBytes: 1_000_000 }).checkout({ url: server.url(name) });
      const failure = await expectFailure(call, 'upstream', 'clone_failed');
      expect(failure.message).toMatch(/larger than|more than/);
      expect(leftovers()).toEqual([]);
    });

    it('a tree of a hundred million files, made of seven objects', async () => {
      const made = testRepository(root, 'bomb.git');
      let entry: TreeEntry = 'x';
      for (let level = 0; level < 8; level += 1) {
        const sha: string = made.git(
          'rev-parse',
          `${made.commit({
            entries: Array.from({ length: 10 }, (_, index) => [`f${index}`, entry] as const),
          })}^{tree}`,
        );
        entry = { mode: '40000', content: sha };
      }
      const call = open({ maxFiles: 1_000 }).checkout({ url: server.url('bomb.git') });
      const failure = await expectFailure(call, 'upstream', 'clone_failed');
      expect(failure.message).toMatch(/larger than/);
      expect(leftovers()).toEqual([]);
    });
  });

  describe(`git over https, ${engine}: hostile repositories (S3)`, () => {
    it('links become files that hold their target, and lead nowhere', async () => {
      const { url } = repository('links.git', {
        passwd: symlink('/etc/passwd'),
        up: symlink('../../../../../../etc'),
        etc: symlink('/etc'),
        self: symlink('self'),
        git: symlink('.git/config'),
        inside: symlink('real.txt'),
        'real.txt': 'real',
      });
      const { directory } = await open().checkout({ url });
      expect(contents(directory)).toEqual({
        passwd: '/etc/passwd',
        up: '../../../../../../etc',
        etc: '/etc',
        self: 'self',
        git: '.git/config',
        inside: 'real.txt',
        'real.txt': 'real',
      });
    });

    it('a link and a folder of the same name do not write through the link', async () => {
      const outside = mkdtempSync(join(root, 'outside-'));
      const { url } = repository('through.git', {
        entries: [
          ['a', symlink(outside)],
          ['a', folder({ planted: 'canary' })],
        ],
      });
      const { directory } = await open().checkout({ url });
      expect(contents(directory)).toEqual({ 'a/planted': 'canary' });
      expect(readdirSync(outside)).toEqual([]);
    });

    it.each([
      '..',
      '.',
      '.git',
      '.GIT',
      '.Git',
      'git~1',
      '.git.',
      '.git ',
      '.g\u200cit',
      '../escaped',
      '/absolute',
      'a/../../b',
    ])('a folder named %j is not written', async (name) => {
      const { url } = repository(`name-${Buffer.from(name).toString('hex')}.git`, {
        entries: [
          [
            name,
            folder({
              config: '[core]\n\tfsmonitor = "touch canary"\n',
              hooks: folder({ 'post-checkout': '#!/bin/sh\ntouch canary\n' }),
            }),
          ],
          ['ok.txt', 'ok'],
        ],
      });
      await expectFailure(open().checkout({ url }), 'upstream', 'clone_failed');
      expect(leftovers()).toEqual([]);
      expect(readdirSync(root).filter((found) => /escaped|^b$/.test(found))).toEqual([]);
    });

    it('names that look like options, case twins, submodules, attributes, hooks: just files', async () => {
      const { url } = repository('odd.git', {
        '-rf': 'dash',
        '--upload-pack=touch canary': 'option',
        'Case.txt': 'upper',
        'case.txt': 'lower',
        'a b\nc': 'line end',
        '.gitattributes': '* filter=evil diff=evil merge=evil\n*.bin filter=lfs\n',
        '.gitmodules': `[submodule "m"]\n\tpath = m\n\turl = file:///etc\n\tupdate = !touch canary\n`,
        m: submodule(),
        'big.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
        hooks: folder({ 'post-checkout': { mode: '100755', content: '#!/bin/sh\ntouch canary' } }),
      });
      const { directory } = await open().checkout({ url });
      expect(contents(directory)).toMatchObject({
        '-rf': 'dash',
        '--upload-pack=touch canary': 'option',
        'Case.txt': 'upper',
        'case.txt': 'lower',
        'a b\nc': 'line end',
        'big.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
      });
      expect(existsSync(join(directory, 'm', '.git'))).toBe(false);
      expect(existsSync(join(directory, '.git', 'modules'))).toBe(false);
      expect(existsSync(join(directory, 'canary'))).toBe(false);
    });
  });

  return {
    open: (options?: Partial<NetGitOptions>) => open(options),
    place: () => ({ root, clones, server }),
  };
}
