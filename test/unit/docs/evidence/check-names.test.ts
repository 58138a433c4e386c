import { describe, expect, it } from 'vitest';
import { checkNames } from '#core/docs/evidence/names/check-names.ts';
import { namesReport } from '#core/docs/generate/progress/report.ts';

const project: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'tool',
    bin: './x.js',
    scripts: { build: 'x', e2e: 'y' },
  }),
  Makefile: 'OUT := x\nall clean: build\n\techo\n.PHONY: lint\n',
  justfile: 'release version="1":\n  x\n',
  'tox.ini': '[testenv:style]\n',
  'noxfile.py': '@nox.session(python=["3.12"])\ndef test(session): ...\n',
  'pyproject.toml': '[project.scripts]\nharbour = "a:b"\n[tool.x]\nother = 1\n',
  'cmd/pilot/main.go': 'package main\n',
  'src/client.ts': `export class Client { sendAll() {} }\nconst token = process.env.TOOL_TOKEN;
    const key = process.env['TOOL_AI_' + name];\noptions: { 'dry-run': x, retryLimit: 3 }\n`,
  'src/deep/render-site.ts': 'export function renderSite() {}\n',
  'logo.png': 'makesVariables SECRET_IN_PICTURE',
};

function treeOf(files: Record<string, string>) {
  return {
    files: async (limit: number) => Object.keys(files).sort().slice(0, limit),
    read: async (path: string, most: number) =>
      new TextEncoder().encode(files[path]).slice(0, most),
  };
}

async function check(markdown: string, files = project) {
  const pages = [{ slug: 'page', markdown }];
  const [page] = await checkNames(treeOf(files), pages, new AbortController().signal);
  const missing = page?.missing.map(({ kind, name }) => `${kind} ${name}`) ?? [];
  return { checked: page?.checked, missing };
}

const sh = (...lines: string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`;

describe('names of a page that are looked up', () => {
  it.each<[string, string, number, string[]]>([
    ['files', '`src/client.ts`, `src/none.ts` and `src/deep/`', 3, ['file src/none.ts']],
    ['the ends of paths', '`deep/render-site.ts` `src/deep/none/`', 2, ['file src/deep/none/']],
    ['scripts', sh('npm run build && yarn run nope'), 2, ['script nope']],
    ['a script in a span', 'Run `npm run nope` or `npm run e2e`.', 2, ['script nope']],
    ['variables', '`TOOL_TOKEN`, `$TOOL_NOPE`', 2, ['variable TOOL_NOPE']],
    ['a variable before a command', sh('TOOL_NOPE=1 tool x'), 1, ['variable TOOL_NOPE']],
    ['a variable behind a prefix', '`TOOL_AI_MODEL`', 1, []],
    ['functions', '`sendAll()`, `sendNone()`', 2, ['identifier sendNone']],
    ['members', '`Client.sendAll`, `Client.sendNone`', 2, ['identifier Client.sendNone']],
    ['names in capitals', '`retryLimit`, `retryCount`', 2, ['identifier retryCount']],
    ['flags of the command', sh('tool --dry-run --nope=1 -- --other'), 2, ['flag --nope']],
    ['a flag in a table', `${sh('pilot go')}\n| \`--nope\` | x |`, 1, ['flag --nope']],
  ])('%s', async (_, markdown, checked, missing) => {
    expect(await check(markdown)).toEqual({ checked, missing });
  });

  it('each once, and with its page in the report', async () => {
    const pages = ['a', 'b'].map((slug) => ({
      slug,
      markdown: '`sendNone()` `sendNone()` `sendAll()`',
    }));
    const names = await checkNames(treeOf(project), pages, new AbortController().signal);
    const one = { name: 'sendNone', kind: 'identifier' };
    expect(names[0]).toEqual({ page: 'a', checked: 2, found: 1, missing: [one] });
    expect(namesReport(names)).toEqual({
      ...{ checked: 4, found: 2 },
      missing: [
        { page: 'a', ...one },
        { page: 'b', ...one },
      ],
    });
    const many = Array.from({ length: 300 }, (_, at) => `\`nope${at}()\``).join(' ');
    const [page] = await checkNames(
      treeOf(project),
      [{ slug: 'a', markdown: many }],
      new AbortController().signal,
    );
    expect([page?.checked, page?.missing.length]).toEqual([300, 100]);
  });
});

describe('names that cannot be told are not counted', () => {
  it.each([
    [
      'built-in ones',
      '`JSON.stringify()` `addEventListener()` `KeyError` `isinstance()` `__init__`',
    ],
    ['members of what is declared elsewhere', '`os.environb` `res.sendFile()` `React.useState`'],
    ['placeholders', '`your_token` `MyClient` `YOUR_KEY` `exampleName()`'],
    ['variables of others', '`NODE_OPTIONS` `AWS_REGION` `GITHUB_TOKEN`'],
    ['files of the reader', '`dist/out.js` `config.yaml` `../x/y.ts` `docs/*.md`'],
    ['what an example declares', '`greetAll()`\n```py\ndef greetAll():\n    pass\n```\n'],
    ['flags without a command of the project', '`--nope`'],
    ['what is in no block of commands', '```js\nconst a = Client.sendNone();\n```\n'],
    ['comments and output', sh('# tool --nope', '$ echo', 'tool --nope')],
  ])('%s', async (_, markdown) => {
    expect(await check(markdown)).toEqual({ checked: 0, missing: [] });
  });

  it.each<[string, string, Record<string, string>]>([
    ['scripts without a manifest', sh('npm run nope', 'make nope'), { 'a.go': 'package a' }],
    ['targets that CMake makes', sh('make nope'), { Makefile: 'a:\n', 'CMakeLists.txt': '' }],
    ['variables with a prefix of settings', '`APP_PORT`', { 'a.py': 'env_prefix = "APP"' }],
    ['files that bun runs', sh('bun run serve.ts'), { 'package.json': '{}' }],
    ['names in a repository that is not read whole', '`nope()`', manyFiles()],
  ])('%s', async (_, markdown, files) => {
    expect(await check(markdown, files)).toEqual({ checked: 0, missing: [] });
  });

  function manyFiles() {
    return Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}.png`, '']));
  }
});

it('takes no longer for text that was made to be slow (S15)', async () => {
  const markdown = [
    '`'.repeat(50_000),
    `\`${'a.'.repeat(50_000)}\``,
    `\`${'a/'.repeat(50_000)}\``,
    '```sh\n' + 'sudo '.repeat(20_000) + '\n```',
    '```sh\n' + 'A_B=1 '.repeat(20_000) + '\n```',
    '```sh\nmake ' + 'a '.repeat(20_000) + '!\n```',
    '```js\n' + 'class '.repeat(20_000) + '\n```',
  ].join('\n');
  const slow = ' '.repeat(200_000);
  const files = {
    Makefile: `a${slow}\n`,
    justfile: `a${slow}`,
    'setup.py': `console_scripts ${'a.'.repeat(100_000)}`,
    'a.ts': `class${slow}${'a-'.repeat(100_000)}`,
  };
  await expect(check(markdown, files)).resolves.toMatchObject({ missing: [] });
}, 10_000);
