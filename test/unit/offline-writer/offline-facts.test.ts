import { describe, expect, it } from 'vitest';
import { memoryRepository } from '#test/support/webhook/memory-repository.ts';
import { offlineSite } from '#test/support/docs/offline-site.ts';

const lines = (...text: string[]) => text.join('\n');
const prose = 'Enough words to be worth a page.';
const page = (files: Record<string, string>, slug: string) =>
  offlineSite(memoryRepository(files)).pages.get(slug) ?? '';

describe('environment variables', () => {
  it.each<[string, string, string[]]>([
    [
      'a.ts',
      "env.port ?? Number(process.env.PORT ?? min(80, '8,0'))",
      ["| `PORT` | `min(80, '8,0')` |"],
    ],
    [
      'a.ts',
      "const { HOST, PORT: port = parse('1,2'), rest } = process.env;",
      ['| `HOST` |  |', "| `PORT` | `parse('1` |"],
    ],
    [
      'a.ts',
      "const url = envOr('BASE_URL', `http://${host}:1`);",
      ['| `BASE_URL` | `` `http://${host}:1` `` |'],
    ],
    ['a.ts', "import.meta.env['MODE'] || other(1)", ['| `MODE` | `other(1)` |']],
    ['a.py', 'debug = env_bool("DEBUG", default=False)', ['| `DEBUG` | `False` |']],
    [
      'a.py',
      'a = os.environ.get("CACHE", os.path.join(home, ".x")); b = os.environ["NEED"]',
      ['| `CACHE` | `os.path.join(home, ".x")` |', '| `NEED` |  |'],
    ],
    ['a.py', '@click.option("--name", envvar="NAME", default="x")', ['| `NAME` |']],
    ['a.go', 'port := getEnv("PORT", defaultPort())', ['| `PORT` | `defaultPort()` |']],
    ['a.go', 'viper.BindEnv("log.level", "LOG_LEVEL")', ['| `LOG_LEVEL` |']],
    ['a.go', 'Level string `env:"LEVEL" envDefault:"info"`', ['| `LEVEL` |']],
    ['a.ts', "setEnv('WRITTEN', '1'); // process.env", []],
    ['a.ts', 'process.env.API_TOKEN ?? "hunter2"', ['| `API_TOKEN` |']],
  ])('%s: %s', (path, text, rows) => {
    const found = page({ [path]: text }, 'configuration').match(/^\| `[A-Z].*$/gm) ?? [];
    expect(found).toEqual(rows.map((row) => `${row} \`${path}:1\` |`));
  });

  it.each<[string, string]>([
    ['process.env.PORT ?? 1; process.env.HOST', '2 environment variables, with defaults'],
    ['process.env.PORT', '1 environment variable'],
  ])('are described as what they are: %s', (text, description) => {
    const { plan } = offlineSite(memoryRepository({ 'a.ts': text }));
    const pages = plan.navigation.flatMap((group) => group.pages);
    expect(pages.find(({ slug }) => slug === 'configuration')?.description).toBe(description);
  });
});

it('finds the functions that read a variable by its name', () => {
  const files = {
    'read.ts': lines(
      'function read(name: string) {',
      '  return process.env[name];',
      '}',
      'export const limit = (name: string, most: number) => Number(read(name) ?? most);',
      "export const isDebug = read('DEBUG') === '1';",
    ),
    'use.ts': "import { limit } from './read.ts';\n\nlimit(\n  'RETRIES',\n  2 ** 3,\n);",
  };
  const text = page(files, 'configuration');
  expect(text).toContain('| `DEBUG` |  | `read.ts:5` |');
  expect(text).toContain('| `RETRIES` | `2 ** 3` | `use.ts:3` |');
});

describe('a README', () => {
  const readme = (...text: string[]) => ({ 'README.md': lines('# Shop', '', prose, '', ...text) });

  it.each<[string, string[], string, string | undefined]>([
    ['badges', ['[![build](https://ci.test/b.svg)](https://ci.test)'], 'ci.test', undefined],
    [
      'adverts',
      ['<div>', '', '### [Acme](https://ads.test)', 'Supported by:', '</div>'],
      'Acme',
      undefined,
    ],
    [
      'tips to buy',
      ['> [!TIP]', '> Try [Acme](https://a.test/?utm_source=x) today!'],
      'Acme',
      undefined,
    ],
    ['sponsors', ['## Sponsors', 'Buy from Acme.'], 'Acme', undefined],
    ['lists of its own headings', ['- [Usage](#usage)', '- [More](#more)'], 'Usage', undefined],
    ['a licence', ['## License', 'MIT, surely.'], 'surely', undefined],
    ['how to contribute', ['## Contributing', 'Send patches.'], 'Send patches', 'contributing'],
    ['settings', ['## Configuration', 'Write a file.'], 'Write a file', 'configuration'],
    ['installation', ['## Install', 'Run it.'], 'Run it', 'getting-started'],
    ['what it is', ['## Why', 'Because.'], 'Because', 'overview'],
    ['a long part', ['## Deep topic', `${prose}\n`.repeat(300)], 'Deep topic', 'deep-topic'],
  ])('has %s on the right page, or nowhere', (_, text, words, slug) => {
    const { pages } = offlineSite(memoryRepository(readme(...text)));
    const found = [...pages].flatMap(([each, body]) => (body.includes(words) ? [each] : []));
    expect(found).toEqual(slug === undefined ? [] : [slug]);
  });

  it('keeps what comes before its first heading, and no heading twice', () => {
    const text = lines(
      'Shop sells `things`.',
      '',
      '# Overview',
      '',
      'It does.',
      '',
      '# Other',
      '',
      'More.',
    );
    const { pages, plan } = offlineSite(memoryRepository({ 'README.md': text }));
    expect(pages.get('overview')).toMatch(
      /^# Overview\n\nShop sells `things`\.\n\nIt does\.\n\n## Other/,
    );
    expect(plan.tagline).toBe('Shop sells things.');
  });

  it('keeps the example with the text that refers to it', () => {
    const text = page(
      readme(
        '## Concepts',
        'See:',
        '',
        '    shop buy',
        '',
        '## Configuration',
        'In the example above, `buy` is it.',
      ),
      'overview',
    );
    expect(text).toMatch(/shop buy[^]*In the example above/);
  });

  it('stays whole where the repository has guides', () => {
    const guides = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`docs/${name}.md`, `# ${name}\n\n${prose}`]),
    );
    const text = page(
      { ...readme('## Deep topic', `${prose}\n`.repeat(300)), ...guides },
      'overview',
    );
    expect(text).toContain('## Deep topic');
  });

  it('is one page with the index of the guides', () => {
    const docs = {
      'docs/index.md': `# Welcome to Shop\n\n${prose}`,
      'docs/contributing.md': `# Contributing\n\n${prose}`,
    };
    const titles = (files: Record<string, string>) =>
      offlineSite(memoryRepository(files)).plan.navigation.flatMap((group) =>
        group.pages.map(({ title }) => title),
      );
    expect(titles({ ...readme(), ...docs, 'CONTRIBUTING.md': `# How\n\n${prose}` })).toEqual([
      'Overview',
      'Contributing',
    ]);
    expect(page(docs, 'overview')).toContain('- docs/index.md');
  });
});

it('has one text on contributing, without the pointer of the README to it', () => {
  const readme = '# X\n\n## Contributing\n\nSee CONTRIBUTING.md.\n\n## Tests\n\nRun them.';
  const files = { 'README.md': readme, 'CONTRIBUTING.md': '# Contributing\n\nSend patches.' };
  const text = page(files, 'contributing');
  expect(text).not.toContain('See CONTRIBUTING.md');
  expect(text).toContain('## Tests\n\nRun them.');
});

it('shows the latest versions of a changelog', () => {
  const version = (number: number) => lines(`## 1.${number}`, '', `- Change ${number}.`, '');
  const text = page(
    {
      'CHANGELOG.md': lines(
        '# Changelog',
        '',
        ...Array.from({ length: 200 }, (_, at) => version(200 - at)),
      ),
    },
    'changelog',
  );
  expect(text).toMatch(/^# Changelog\n\n## 1\.200\n\n- Change 200\./);
  expect(text).toMatch(/Earlier versions are in `CHANGELOG.md`\.\n\nUSED FILES:/);
  expect(text).not.toContain('Change 10.');
});

const intro = lines('# Shop', '', 'Shop is a store of things.', '');

it.each<[what: string, files: Record<string, string>, name: string, tagline: string]>([
  ['a Go module with a version', { 'go.mod': 'module github.com/a/chi/v5' }, 'chi', ''],
  [
    'a parent project of Maven',
    {
      'pom.xml':
        '<project><artifactId>gson-parent</artifactId><description>JSON\n  library</description></project>',
    },
    ...(['gson', 'JSON library'] as const),
  ],
  [
    'a Rust program',
    { 'Cargo.toml': '[package]\nname = "ripgrep"\ndescription = "Searches lines."' },
    ...(['ripgrep', 'Searches lines.'] as const),
  ],
  [
    'a C library',
    {
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.5)\nproject(cJSON\n  VERSION 1.7\n  LANGUAGES C)',
    },
    ...(['cJSON', ''] as const),
  ],
  [
    'a private root',
    {
      'package.json': JSON.stringify({ name: 'vite-monorepo', private: true }),
      'packages/create-vite/package.json': JSON.stringify({ name: 'create-vite' }),
      'packages/vite/package.json': JSON.stringify({ name: 'vite', description: 'Builds.' }),
    },
    ...(['vite', 'Builds.'] as const),
  ],
  ['a private application', { 'package.json': '{"name":"x-root","private":true}' }, 'folder', ''],
  [
    'badges by reference',
    { 'README.md': `# Shop\n\n[![Docs Widget]][Docs] ![Build]\n\nIt does things.\n` },
    ...(['Shop', 'It does things.'] as const),
  ],
  [
    'an advert',
    {
      'README.md': lines(
        '# Shop',
        '',
        '## 📰 Announcing Shop 2!',
        '',
        'See the news.',
        '',
        '---',
        '',
        'Shop is a store.',
        '',
      ),
    },
    'Shop',
    'Shop is a store.',
  ],
  [
    'a notice above',
    {
      'package.json': '{"name":"shop"}',
      'README.md': lines('**This text is of the main branch.**', '', intro),
    },
    'shop',
    'Shop is a store of things.',
  ],
  [
    'a pointer of Git LFS',
    { 'README.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n' },
    'folder',
    '',
  ],
  [
    'a heading of the second level alone',
    { 'README.rst': lines('ripgrep (rg)', '------------', '', 'It searches.', '') },
    'ripgrep (rg)',
    'It searches.',
  ],
])('knows name and purpose of %s', (_, files, name, tagline) => {
  const { plan } = offlineSite(memoryRepository(files), 0);
  expect([plan.project_name, plan.tagline]).toEqual([name, tagline]);
});
