import fc from '#test/support/property.ts';
import { describe, expect, it } from 'vitest';
import { candidates, parseGitUrl, parseRef } from '#core/platform/adapters/net/git/source.ts';
import { isFailure } from '#core/platform/failure.ts';

const accepted: [url: string, transport: string, given: string, host: string, port: number][] = [
  ['https://github.com/o/r', 'https', 'https://github.com/o/r', 'github.com', 443],
  ['https://github.com/o/r.git', 'https', 'https://github.com/o/r.git', 'github.com', 443],
  ['https://github.com/o/r/', 'https', 'https://github.com/o/r', 'github.com', 443],
  ['HTTPS://GitHub.COM/O/R', 'https', 'https://github.com/O/R', 'github.com', 443],
  [
    'https://host.test:8443/a/b/c/d.git',
    'https',
    'https://host.test:8443/a/b/c/d.git',
    'host.test',
    8443,
  ],
  ['https://host.test/~me/r', 'https', 'https://host.test/~me/r', 'host.test', 443],
  [
    'https://dev.test/My%20Project/_git/r',
    'https',
    'https://dev.test/My%20Project/_git/r',
    'dev.test',
    443,
  ],
  ['https://bücher.test/r', 'https', 'https://xn--bcher-kva.test/r', 'xn--bcher-kva.test', 443],
  ['https://[2606:4700::1111]/r', 'https', 'https://[2606:4700::1111]/r', '2606:4700::1111', 443],
  ['https://0x7f.1/r', 'https', 'https://127.0.0.1/r', '127.0.0.1', 443],
  ['https://2130706433/r', 'https', 'https://127.0.0.1/r', '127.0.0.1', 443],
  ['https://127.0.0.1./r', 'https', 'https://127.0.0.1/r', '127.0.0.1', 443],
  ['https://0177.0.0.1/r', 'https', 'https://127.0.0.1/r', '127.0.0.1', 443],
  ['https://evil.test./r', 'https', 'https://evil.test/r', 'evil.test', 443],
  ['https://evil.test.:8443/r', 'https', 'https://evil.test:8443/r', 'evil.test', 8443],
  ['https://evil.test:443/r', 'https', 'https://evil.test/r', 'evil.test', 443],
  ['https://EVIL。test。/r', 'https', 'https://evil.test/r', 'evil.test', 443],
  ['https://e%76il.test%2e/r', 'https', 'https://evil.test/r', 'evil.test', 443],
  ['git@evil.test.:r', 'ssh', 'git@evil.test:r', 'evil.test', 22],
  ['ssh://git@evil.test.:2222/r', 'ssh', 'ssh://git@evil.test:2222/r', 'evil.test', 2222],
  ['git@github.com:o/r.git', 'ssh', 'git@github.com:o/r.git', 'github.com', 22],
  ['git@GitHub.com:group/sub/r', 'ssh', 'git@github.com:group/sub/r', 'github.com', 22],
  ['git@host.test:/srv/r.git', 'ssh', 'git@host.test:/srv/r.git', 'host.test', 22],
  ['git@host.test:~/r.git', 'ssh', 'git@host.test:~/r.git', 'host.test', 22],
  ['git@0x7f.1:r', 'ssh', 'git@127.0.0.1:r', '127.0.0.1', 22],
  ['git@[::1]:r', 'ssh', 'git@[::1]:r', '::1', 22],
  ['ssh://git@host.test/o/r.git', 'ssh', 'ssh://git@host.test/o/r.git', 'host.test', 22],
  [
    'ssh://git@host.test:2222/o/r.git',
    'ssh',
    'ssh://git@host.test:2222/o/r.git',
    'host.test',
    2222,
  ],
  ['ssh://host.test/o/r', 'ssh', 'ssh://host.test/o/r', 'host.test', 22],
  ['SSH://git@HOST.test/o/r', 'ssh', 'ssh://git@host.test/o/r', 'host.test', 22],
  ['ssh://git@[::ffff:127.0.0.1]:22/r', 'ssh', 'ssh://git@[::ffff:7f00:1]/r', '::ffff:7f00:1', 22],
];

const refused = `
  http://github.com/o/r HTTP://github.com/o/r git://github.com/o/r file:///etc file://host/etc
  FILE:///etc ftp://host/r ftps://host/r rsync://host/r git+ssh://git@host/r ssh+git://git@host/r
  git+https://host/r svn://host/r ext::sh EXT::sh%20-c%20id ext::sh$IFS-c$IFS'touch fd::17 fd::17/x
  transport::address https::https://github.com/o/r persistent-https://host/r
  --upload-pack=touch -u --config=core.sshCommand=x -c --UPLOAD-PACK=x -oProxyCommand=x
  -oProxyCommand=touch@host:r --@host:r -u@host:r git@-oProxyCommand=x:r git@--:r
  ssh://-oProxyCommand=touch/r ssh://git@-oProxyCommand=touch/r ssh://-u@host/r
  SSH://-oProxyCommand=x/r ssh://%2doProxyCommand=x/r ssh://git@host%2dx/r ssh://git@ho%00st/r
  ssh://git:hunter2@host/r ssh://git:@host/r git:hunter2@host:r https://u:hunter2@host/r
  https://hunter2@host/r https://:hunter2@host/r https://@host/r ssh://@host/r ssh://u@v@host/r
  ssh://git@host:0/r ssh://git@host:65536/r ssh://git@host:-1/r ssh://git@host:+22/r
  ssh://git@host:22x/r ssh://git@host:/r ssh://git@host https://host https://host/ https:///r
  https://host:99999/r https://host/r?token=hunter2 https://host/r#x https://host/r? https://host/r#
  https://host\\@other/r https://host\\r git@host:a\\b https://host/..%2f..%2fetc https://host/%2e%2e%2fr https://host/r%00
  https://host/r%0a https://host/r%0d%0aHost:%20x https://host/%zz https://host/--upload-pack=x
  https://host/a/-x git@host:-oProxyCommand=x git@host:--upload-pack=x git@host:a/-b git@https://host/r git@host://r git@host:a://b git@host::r
  git@host:a;id git@host:$(id) git@host:\`id\` git@host:a|id git@host:a'b git@host:../../etc
  ssh://git@host/%2d%2dupload-pack=x ssh://git@host/a%27b ssh://git@host/a%0ab ssh://host/a?b
  host:path host/path /etc ./repo ../repo ~/repo C:/repo github.com/o/r @host:r git@:r git@host:
  git@host git@ho_st;id:r git@[::1%eth0]:r https://[fe80::1%25eth0]/r https://ho%20st/r
  https://-host/r https://host-/r https://host../r https://./r git@ho..st:r git@host..:r git@[:r git@]:r javascript:alert(1) data:,x`;

const control = ['\n', '\r', '\0', '\t', ' ', '\u001b', '\u0085', '\u2028'];

const host = String.raw`(?:\[[0-9a-f:.]+\]|[a-z0-9_][a-z0-9_.-]*)`;
const user = String.raw`\w[\w.-]*@`;
const https = new RegExp(String.raw`^https://${host}(?::\d+)?/`);
const ssh = new RegExp(String.raw`^(?:ssh://(?:${user})?${host}(?::\d+)?/|${user}${host}:[^-:])`);

describe('repository URLs', () => {
  it.each(accepted)('%s', (url, transport, given, host, port) => {
    expect(parseGitUrl(url)).toEqual({ transport, url: given, host, port });
  });

  it.each(refused.trim().split(/\s+/))('%s is refused (S1, S2)', (url) => {
    expect(() => parseGitUrl(url)).toThrow(/^Invalid repository URL: (?!.*hunter2)/);
  });

  it.each(control)('%j is refused everywhere (S1)', (character) => {
    for (const [url] of accepted) {
      for (const at of [0, url.indexOf(':') + 1, Math.floor(url.length / 2), url.length]) {
        expect(() => parseGitUrl(url.slice(0, at) + character + url.slice(at))).toThrow(/Invalid/);
      }
    }
  });

  it.each([
    ['', 'empty'],
    [`https://host.test/${'a'.repeat(2_048)}`, 'too long'],
  ])('%# %s', (url) => {
    expect(() => parseGitUrl(url)).toThrow(/Invalid/);
  });

  it('whatever is accepted is spelled so that no program takes it for something else (S1)', () => {
    const parts = fc.constantFrom(
      ...'https:// ssh:// git@ host .test : / - -- -oProxyCommand= --upload-pack= ext:: @ r %2d [ ] ::1 22 $ ; ..'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 9 }), (chosen) => {
        const url = chosen.join('');
        let parsed;
        try {
          parsed = parseGitUrl(url);
        } catch (error) {
          expect(isFailure(error, 'invalid', 'bad_repository_url')).toBe(true);
          return;
        }
        expect(parsed.url).toMatch(parsed.transport === 'https' ? https : ssh);
        // No part of the path begins with a dash, and none of the rest, as the patterns say.
        expect(parsed.url).not.toMatch(/\/-/);
        expect(parsed.url).not.toMatch(/[\s;$'"\\]/);
        expect(parseGitUrl(parsed.url)).toEqual(parsed);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('refs', () => {
  it.each('main feature/x v1.2.3 refs/heads/main release-2 a@b été 1 HEAD x.y/z#1 a-b'.split(' '))(
    '%s',
    (ref) => {
      expect(parseRef(ref)).toBe(ref);
    },
  );

  it.each([
    '',
    '-',
    '--upload-pack=x',
    '-u',
    '-c',
    '--Config=x',
    '+main',
    '+refs/heads/*:refs/heads/*',
    'a:b',
    'a b',
    'a..b',
    '../x',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a.',
    'a~1',
    'a^',
    'a^{}',
    'a?',
    'a*',
    'a[',
    'a\\b',
    '@',
    '@{u}',
    'a@{1}',
    'a\nb',
    'a\0b',
    'a\tb',
    '\u007f',
    'x'.repeat(256),
  ])('%j is refused (S1)', (ref) => {
    expect(() => parseRef(ref)).toThrow(/not valid/);
  });

  it.each([
    [undefined, ['HEAD']],
    ['HEAD', ['HEAD']],
    ['main', ['refs/heads/main', 'refs/tags/main']],
    ['refs/pull/1/head', ['refs/pull/1/head']],
    ['A'.repeat(40), ['a'.repeat(40)]],
    ['a'.repeat(39), [`refs/heads/${'a'.repeat(39)}`, `refs/tags/${'a'.repeat(39)}`]],
  ])('%s is looked for as %j', (ref, names) => {
    expect(candidates(ref)).toEqual(names);
  });
});
