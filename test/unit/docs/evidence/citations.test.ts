import { describe, expect, it } from 'vitest';
import { checkCitations } from '#core/docs/evidence/citations.ts';
import { editUrls } from '#core/docs/generate/steps/render-step.ts';
import { codeHost } from '#core/text/code-host.ts';

const files: Record<string, string> = {
  'src/app.ts': 'one\ntwo\nthree\n',
  'README.md': '# R',
  'a b/(c).py': 'x\n',
  Makefile: 'all:\n',
  'config.weird': '1\n2\n',
  'src/日本/ñandú "q".js': 'x\n',
};
const tree = {
  lines: async (path: string) => files[path]?.replace(/\n$/, '').split('\n').length,
  files: async () => Object.keys(files),
  hash: async (path: string) => (files[path] === undefined ? undefined : `hash of ${files[path]}`),
};
const commit = 'a'.repeat(40);
const slugs = new Set(['start', 'usage']);
const host = codeHost('https://github.com/team/app.git', commit);
const url = `https://github.com/team/app/blob/${commit}`;

const check = (markdown: string, where = host) =>
  checkCitations(markdown, { tree, host: where, slugs });

describe('citations with a code host', () => {
  it.each<[string, string, string, number]>([
    ['resolve', 'See `src/app.ts:2`.', `See [\`src/app.ts:2\`](${url}/src/app.ts#L2).`, 0],
    ['may name lines', '`src/app.ts:1-3`', `[\`src/app.ts:1-3\`](${url}/src/app.ts#L1-L3)`, 0],
    ['may begin with ./', '`./src/app.ts:1`', `[\`./src/app.ts:1\`](${url}/src/app.ts#L1)`, 0],
    ['may be of any file', '`config.weird:2`', `[\`config.weird:2\`](${url}/config.weird#L2)`, 0],
    ['beyond the end go', 'See `src/app.ts:4`.', 'See.', 1],
    ['that end beyond the end go', 'See `src/app.ts:2-4`.', 'See.', 1],
    ['of line 0 go', 'See `src/app.ts:0`.', 'See.', 1],
    ['that end before they begin go', 'See `src/app.ts:3-2`.', 'See.', 1],
    ['of absent files go', 'It starts (`src/nope.ts:1`).', 'It starts.', 1],
    ['go with their brackets', 'It (see `no.py:1`, `no.py:2`) runs.', 'It runs.', 2],
    [
      'leave their neighbours',
      'It (`src/app.ts:1`, `no.py:1`) runs.',
      `It ([\`src/app.ts:1\`](${url}/src/app.ts#L1)) runs.`,
      1,
    ],
    ['may have a column', '`src/app.ts:2:7`', `[\`src/app.ts:2:7\`](${url}/src/app.ts#L2)`, 0],
    ['may list lines', '`src/app.ts:2,3`', `[\`src/app.ts:2,3\`](${url}/src/app.ts#L2)`, 0],
    [
      'may have an anchor',
      '`src/app.ts#L1-L2`',
      `[\`src/app.ts#L1-L2\`](${url}/src/app.ts#L1-L2)`,
      0,
    ],
    [
      'may have spaces and quotes',
      '`src/日本/ñandú "q".js:1`',
      `[\`src/日本/ñandú "q".js:1\`](${url}/src/%E6%97%A5%E6%9C%AC/%C3%B1and%C3%BA%20%22q%22.js#L1)`,
      0,
    ],
    ['with wrong lines go', '`src/app.ts:3,900` `src/app.ts#L900` `src/app.ts:4:1`', '', 3],
    ['with wrong lines go from text', 'At src/app.ts:4:1, src/app.ts#L900.', 'At.', 2],
    ['of huge lines go', `\`src/app.ts:${'9'.repeat(20)}\` src/app.ts:${'9'.repeat(20)}`, '', 2],
    ['without an ending go from folders that are there', 'In `src/nope:12`.', 'In.', 1],
    ['outside the tree go', '`../../etc/passwd.txt:1`', '', 1],
  ])('%s', async (_, given, markdown, removed) => {
    expect(await check(given)).toMatchObject({ markdown, removed });
  });

  it.each([
    '`localhost:8080` and `node:22` and `example.com:443`',
    '`docker.io/library/node:24` at 12:30',
    '`key:1`, `image:5`, `redis:7`, `12:30:45`, `passwd:1`, `bitnami/redis:7`, `127.0.0.1:80:80`',
    '`src/no such.ts:1` `"a", b.ts:1` `src/app.ts:1 or so` https://a.example/x?f=src/nope.ts#L9',
    'https://host.example/src/app.ts:2',
    'https://host.example:8443/nope.ts:2',
    '`const a: 1` `a ? b:1`',
    '```ts\nsrc/nope.ts:1 [x](nope.ts)\n```',
    '~~~\n`src/nope.ts:1`\n~~~',
    '    indented ``a ` b:1``',
    '[home](https://a.example) [mail](mailto:a@b.example) [up](#top) ![i](x.png)',
    '[start](start.md) and [usage](./usage.md#how) and [html](usage.html)',
  ])('are not %j', async (text) => {
    expect(await check(text)).toEqual({ markdown: text, citations: [], removed: 0 });
  });

  it.each<[string, string, string, number]>([
    ['to files', '[the app](src/app.ts)', `[the app](${url}/src/app.ts)`, 0],
    ['to lines', '[it](src/app.ts#L2-L3)', `[it](${url}/src/app.ts#L2-L3)`, 0],
    ['to the root', '[it](/README.md)', `[it](${url}/README.md)`, 0],
    ['to odd names', '[it](a%20b/%28c%29.py)', `[it](${url}/a%20b/%28c%29.py)`, 0],
    ['to absent files', '[gone](src/nope.ts) stays text', 'gone stays text', 1],
    ['to absent lines', '[gone](src/app.ts#L9)', 'gone', 1],
    [
      'named by a citation',
      '[`src/app.ts:1`](src/app.ts#L1)',
      `[\`src/app.ts:1\`](${url}/src/app.ts#L1)`,
      0,
    ],
  ])('as links %s', async (_, given, markdown, removed) => {
    expect(await check(given)).toMatchObject({ markdown, removed });
  });

  it('are listed once each, with their lines', async () => {
    const { citations } = await check('`src/app.ts:2` `src/app.ts:2` [m](Makefile) `no.ts:1`');
    expect(citations).toEqual([
      { path: 'Makefile', line: null },
      { path: 'src/app.ts', line: 2 },
    ]);
  });
});

it('citations without a code host stay text, and are checked all the same', async () => {
  expect(await check('`src/app.ts:2` [a](src/app.ts) src/app.ts:1 `no.ts:1`', null)).toMatchObject({
    markdown: '`src/app.ts:2` a `src/app.ts:1`',
    removed: 1,
  });
});

describe('the code host', () => {
  const azure = `?path=%2Fx%20y.ts&version=GC${commit}`;
  it.each<[string, string, string, string, boolean]>([
    ['https://github.com/a/b.git', `/blob/${commit}/x%20y.ts`, '#L7', '#L7-L9', true],
    ['https://gitlab.example/g/s/b/', `/-/blob/${commit}/x%20y.ts`, '#L7', '#L7-9', true],
    ['https://bitbucket.org/a/b', `/src/${commit}/x%20y.ts`, '#lines-7', '#lines-7:9', true],
    ['https://code.example/a/b', `/blob/${commit}/x%20y.ts`, '#L7', '#L7-L9', false],
    [
      'https://dev.azure.com/o/p/_git/b',
      azure,
      '&line=7&lineEnd=8&lineStartColumn=1&lineEndColumn=1&_a=contents',
      '&line=7&lineEnd=10&lineStartColumn=1&lineEndColumn=1&_a=contents',
      true,
    ],
  ])('of %s', (repository, file, line, lines, isKnown) => {
    const found = codeHost(repository, commit);
    const url = repository.replace(/\/$|\.git$/, '');
    expect(found?.link('x y.ts', 7)).toBe(`${url}${file}${line}`);
    expect(found?.link('x y.ts', 7, 9)).toBe(`${url}${file}${lines}`);
    expect(found?.isKnown).toBe(isKnown);
  });

  it.each(['git@github.com:a/b.git', 'ssh://git@github.com/a/b', null])('is none of %s', (url) => {
    expect(codeHost(url, commit)).toBeNull();
  });
});

describe('the address where a page is changed', () => {
  it.each<[string | null, string | null, string | undefined]>([
    ['https://github.com/a/b.git', 'main', 'https://github.com/a/b/edit/main/doc/a%20b.md'],
    ['https://github.com/a/b', null, 'https://github.com/a/b/edit/HEAD/doc/a%20b.md'],
    ['https://github.com/a/b', 'x/y#1', 'https://github.com/a/b/edit/x/y%231/doc/a%20b.md'],
    ['https://gitlab.example/a/b', 'v1', 'https://gitlab.example/a/b/-/edit/v1/doc/a%20b.md'],
    ['https://bitbucket.org/a/b', 'v1', 'https://bitbucket.org/a/b/src/v1/doc/a%20b.md?mode=edit'],
    ['https://code.example/a/b', 'v1', undefined],
    ['git@github.com:a/b.git', 'v1', undefined],
    [null, 'v1', undefined],
  ])('of %s at %s', (repo_url, branch, url) => {
    const named = { path: 'x/y.ts', hash: '' };
    const files = [{ path: 'doc/a b.md', hash: 'h' }, named];
    expect(editUrls({ repo_url, branch }, [{ slug: 'a', files }]).get('a')).toBe(url);
  });

  it.each([[null], [[]], [['a.ts']], [['a.md', 'b.ts']]])('is none for a page of %j', (paths) => {
    const files = paths && paths.map((path) => ({ path, hash: 'h' }));
    const repository = { repo_url: 'https://github.com/a/b', branch: null };
    expect(editUrls(repository, [{ slug: 'a', files }]).size).toBe(0);
  });
});
