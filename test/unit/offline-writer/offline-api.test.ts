import { describe, expect, it } from 'vitest';
import { taskLine } from '#core/ai/task.ts';
import { renderMarkdown } from '#core/text/markdown/markdown.ts';
import { memoryRepository } from '#test/support/webhook/memory-repository.ts';
import { answerOffline } from '../../../scripts/offline-writer/answer.ts';
import { offlineSite } from '#test/support/docs/offline-site.ts';

const lines = (...text: string[]) => text.join('\n');

/** The pages of the API reference by title. */
function reference(files: Record<string, string>) {
  const { plan, pages } = offlineSite(memoryRepository(files));
  const entries = plan.navigation.flatMap((group) => group.pages);
  const listed = entries.filter(({ slug }) => slug.startsWith('api-'));
  return listed.map(({ slug, title }) => {
    const text = pages.get(slug) ?? '';
    return { slug, title, text, headings: renderMarkdown(text).headings };
  });
}

const npm = JSON.stringify({
  name: '@acme/fetch',
  exports: { '.': './dist/index.js', './retry': './dist/retry/main.js' },
});

interface Case {
  readonly files: Record<string, string>;
  /** Headings below the title, by page title and in order. */
  readonly names: Record<string, string[]>;
  readonly has: string[];
}

const cases: Record<string, Case> = {
  TypeScript: {
    files: {
      'package.json': npm,
      'src/index.ts': lines(
        "import { helper } from './internal.js';",
        "import { type Options, stop as halt } from './types.js';",
        'export { halt };',
        "export * from './client';",
        "export { Inner as Outer, type Shape } from './internal.js';",
        'const client = helper();',
        'export default client;',
        'export type { Options };',
      ),
      'src/client.ts': lines(
        '/**',
        ' * Gets a text. Waits.',
        ' * @param url Where it is.',
        ' * @returns The text.',
        ' */',
        'export function get(url: string): string;',
        'export function get(url: URL, options?: Options): string;',
        'export function get(url: unknown): string { return String(url); }',
        '/** A client. */',
        'export abstract class Client<T> extends Base<T> {',
        '  /** Its state. */',
        "  readonly state: string = 'x';",
        '  #hidden = 1;',
        '  private secret(): void {}',
        '  _old() {}',
        '  /** Ends it. Now. */',
        '  async close(/* why */ reason: string): Promise<void> {}',
        '}',
        'export const wait = async (milliseconds: number): Promise<void> => {};',
      ),
      'src/internal.ts': lines(
        'export function helper() {}',
        'export class Inner {}',
        'export type Shape = { a: string } | { b: number };',
        'export function unexported() {}',
      ),
      'src/types.ts': lines(
        'export const stop = Symbol("stop");',
        'export type Options = Hidden & {',
        '\t/**',
        '\tGets it.',
        '',
        '\t@param url - Where.',
        '\t*/',
        '\t<T>(url: string): T;',
        '',
        '\t/** How often. */',
        '\tretry?: number;',
        '};',
      ),
      'src/retry/main.ts': "export const limit = 3;\nexport { get } from '../client.ts';",
      'src/client.test.ts': 'export const tested = 1;',
      'dist/index.js': 'export const compiled = 1;',
    },
    names: {
      '@acme/fetch': [
        ...['halt', 'get', 'Client', 'Client.close', 'wait', 'Outer', 'Shape', 'client', 'Options'],
        ...['@acme/fetch/retry', 'limit'],
      ],
    },
    has: [
      '| [get](#get) | Gets a text. |',
      '```ts\nfunction get(url: string): string\nfunction get(url: URL, options?: Options): string\n```',
      '- `url`: Where it is.',
      '**Returns:** The text.',
      'abstract class Client<T> extends Base<T>\n```',
      '- `readonly state: string`: Its state. (`src/client.ts:12`)',
      '### Client.close\n\n```ts\nasync close(reason: string): Promise<void>\n```\n\nEnds it. Now.\n\nSource: `src/client.ts:17`',
      'const wait = async (milliseconds: number): Promise<void>\n```',
      'options?: Options): string\n```\n\nTypes: [Options](#options)\n\nGets a text.',
      'const client = helper()\n```\n\nThe default export.',
      '- `(url: string): T`: Gets it. (`src/types.ts:8`)',
      '- `retry?: number`: How often. (`src/types.ts:11`)',
    ],
  },
  CommonJS: {
    files: {
      'package.json': '{"name":"app","main":"lib/app.js"}',
      'lib/app.js': lines(
        "'use strict';",
        '/** Makes it. */',
        'function create(options) {}',
        'exports = module.exports = create;',
        '/** Its version. */',
        "exports.version = function (short) { return '1'; };",
        "exports.Router = require('./router');",
        'function hidden() {}',
      ),
      'lib/router.js': '/** Finds paths. */\nmodule.exports = class Router {};',
      'lib/other.js': 'exports.unreachable = 1;',
    },
    names: { app: ['create', 'version', 'Router'] },
    has: ['function create(options)', 'function version(short)', 'Finds paths.'],
  },
  Python: {
    files: {
      'src/toolkit/__init__.py': lines(
        '"""A toolkit."""',
        'from ._impl import Choice as Choice',
        'from .core import BOOL, echo as say',
        'from .core import *',
        'from typing import Any',
        '__all__ = ["BOOL", "Choice", "say", "prompt"]',
      ),
      'src/toolkit/_impl.py': lines(
        'class Choice(Base):',
        '    """One of several :class:`Option`\\ s.',
        '',
        '    .. versionadded:: 2.1',
        '',
        '    :param choices: what is offered,',
        '        in order',
        '    :return: nothing',
        '    """',
        '    #: Its name.',
        '    name: str = "choice"',
        '    def __init__(self, choices: t.Sequence[str], case_sensitive: bool = True, hidden_label: str = ":") -> None:',
        '        pass',
        '    def _private(self): pass',
        '    @property',
        '    def size(self) -> int: return 1',
        '    async def convert(',
        '        self, value: t.Any,  # any',
        '    ) -> str:',
        '        """Converts it. Slowly."""',
        'def unexported(): pass',
      ),
      'src/toolkit/core.py': lines(
        'import typing as t',
        'T = t.TypeVar("T")',
        'BOOL = Choice()',
        '"""True or false."""',
        '@t.overload',
        'def echo(text: str) -> None: ...',
        '@t.overload',
        'def echo(text: bytes, end: str = ")") -> None: ...',
        'def echo(text, end=")"):',
        '    r"""Prints a text.',
        '',
        '    Args:',
        '        text (str): the text',
        '            to print',
        '        *more: the rest',
        '',
        '    Returns:',
        '        Nothing.',
        '    """',
        'if True:',
        '    def prompt(): """Asks."""',
        'def batch(size):',
        '    """Splits.',
        '',
        '    Parameters',
        '    ----------',
        '    size : int',
        '        How many.',
        '    """',
      ),
      'src/toolkit/_private.py': 'def never(): pass',
      'tests/helper.py': 'def never_either(): pass',
      'setup.py': 'def setup(): pass',
    },
    names: {
      toolkit: ['Choice', 'Choice.convert', 'BOOL', 'say', 'prompt', 'toolkit.core', 'batch'],
    },
    has: [
      'A toolkit.',
      'class Choice(Base)\nChoice(\n    choices: t.Sequence[str],\n    case_sensitive: bool = True,\n    hidden_label: str = ":",\n)\n```',
      '| [Choice](#choice) | One of several `Option`s. |',
      '*Added in version 2.1.*',
      '- `choices`: what is offered, in order',
      '- `name: str = "choice"`: Its name. (`src/toolkit/_impl.py:11`)',
      '- `size: int` (`src/toolkit/_impl.py:16`)',
      '### Choice.convert\n\n```python\nasync convert(value: t.Any) -> str\n```\n\nConverts it.',
      'BOOL = Choice()\n```\n\nTypes: [Choice](#choice)\n\nTrue or false.',
      'def echo(text: str) -> None\ndef echo(text: bytes, end: str = ")") -> None\n```\n\nPrints a text.',
      '- `text`: the text to print',
      '- `more`: the rest',
      '**Returns:** Nothing.',
      '- `size`: How many.',
    ],
  },
  Go: {
    files: {
      'go.mod': 'module example.test/acme/cobra/v2\n\ngo 1.22\n',
      'cobra.go': lines(
        '// Copyright someone.',
        '',
        '// Package cobra runs commands.',
        'package cobra',
        '',
        '// Command is a command. It runs.',
        '//',
        '//\tcobra.New()',
        'type Command struct {',
        '\t// Use is the usage.',
        '\tUse string',
        '\thidden int',
        '}',
        '// Group has two.',
        'type Group struct {',
        '\tID    string',
        '\tTitle string',
        '}',
        'type private struct{}',
        '',
        '// New makes one with [Command].',
        '//',
        '// Deprecated: write it yourself.',
        'func New(use string, options map[string]interface{}, run func(cmd *Command, args []string) error) *Command {',
        '\treturn nil',
        '}',
        'const (',
        '\t// One is one.',
        '\tOne Kind = iota',
        '\ttwo',
        ')',
      ),
      'run.go':
        'package cobra\n\n// Run runs it. Twice.\nfunc (c *Command) Run(args ...string) error { return nil }\nfunc (c *Command) hide() {}\nfunc (p private) Seen() {}\n',
      'run_windows.go': 'package cobra\n\n// Group again.\ntype Group int\n',
      'doc/gen.go': '// Package doc writes pages.\npackage doc\n\nfunc GenMan() {}\n',
      'internal/x.go': 'package internal\n\nfunc Never() {}\n',
      'tool/main.go': 'package main\n\nfunc NeverEither() {}\n',
      'cobra_test.go': 'package cobra\n\nfunc TestIt() {}\n',
    },
    names: { cobra: ['Command', 'Command.Run', 'Group', 'New', 'One', 'cobra/doc', 'GenMan'] },
    has: [
      'Package cobra runs commands.',
      '```go\ntype Command struct { … }\n```\n\nCommand is a command. It runs.\n\n    cobra.New()',
      '- `Use string`: Use is the usage. (`cobra.go:11`)',
      '### Command.Run\n\n```go\nRun(args ...string) error\n```\n\nRun runs it.',
      'type Group struct {\n\tID    string\n\tTitle string\n}',
      'func New(\n  use string,\n  options map[string]interface{},\n  run func(cmd *Command, args []string) error,\n) *Command\n```',
      '**Deprecated.** write it yourself.',
      'New makes one with `Command`.',
      'const One Kind = iota\n```\n\nOne is one.',
    ],
  },
};

describe('API reference', () => {
  it.each(Object.entries(cases))('of %s has the public names only', (_, { files, names, has }) => {
    const pages = reference(files);
    const found = pages.map(({ title, headings }) => [
      title,
      headings.slice(1).map(({ text }) => text),
    ]);
    expect(Object.fromEntries(found)).toEqual(names);
    const text = pages.map((page) => page.text).join('\n');
    for (const part of has) expect(text).toContain(part);
  });

  it('links types to the definition of their own module, else to the only one', () => {
    const [page] = reference({
      'package.json': npm,
      'src/index.ts': lines(
        'export interface Options { a: 1 }',
        'export interface Only { c: 3 }',
        'export function get(options: Options): Missing;',
      ),
      'src/retry/main.ts': lines(
        'export interface Options { b: 2 }',
        'export function again(options: Options, only: Only): void;',
      ),
    });
    const ids = page?.headings.filter(({ text }) => text === 'Options').map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const [own, other] = ids ?? [];
    expect(page?.text).toContain(`Missing\n\`\`\`\n\nTypes: [Options](#${own})\n\n`);
    expect(page?.text).toContain(`void\n\`\`\`\n\nTypes: [Options](#${other}), [Only](#only)\n\n`);
  });

  it('has no program that is no package', () => {
    const program = { name: 'acme', private: true, bin: { acme: 'main.js' } };
    const files = (manifest: object) => ({
      'package.json': JSON.stringify(manifest),
      'core/retry.ts': 'export function retry(): void {}',
    });
    expect(reference(files(program))).toEqual([]);
    expect(reference(files({ ...program, private: false }))).toHaveLength(1);
    expect(reference(files({ ...program, bin: undefined }))).toHaveLength(1);
  });

  it('describes a module in plain words', () => {
    const about = '"""Sells with `cart` and *care*."""\n\ndef buy(): ...\n';
    const { plan } = offlineSite(memoryRepository({ 'src/shop/__init__.py': about }));
    const pages = plan.navigation.flatMap((group) => group.pages);
    const page = pages.find(({ slug }) => slug === 'api-shop');
    expect(page?.description).toBe('Sells with cart and care.');
  });

  it.each([
    [
      'fenced code',
      '```python\n>>> buy()\n\nx = *`a`\n```',
      '```python\n>>> buy()\n\nx = *`a`\n```',
    ],
    ['a doctest', 'See `sell`.\n\n>>> buy()\n1', 'See `sell`.\n\n```pycon\n>>> buy()\n1\n```'],
  ])('keeps %s of a docstring', (_, doc, expected) => {
    const body = doc.replace(/^(?=.)/gm, '    ');
    const files = { 'src/shop/__init__.py': `def buy():\n    """Buys.\n\n${body}\n    """\n` };
    expect(reference(files)[0]?.text).toContain(`Buys.\n\n${expected}\n`);
  });

  it('spreads a package of 130 names over pages, and links each from its index', () => {
    const names = Array.from({ length: 130 }, (_, at) => `${at % 2 ? 'Option' : 'echo'}_${at}`);
    const modules = Object.fromEntries(
      names.map((name, at) => [
        `kit/m${at}.py`,
        `def ${name}(): """Does ${at}."""\ndef _x(): pass`,
      ]),
    );
    const imports = names.map((name, at) => `from .m${at} import ${name} as ${name}`);
    const pages = reference({ ...modules, 'kit/__init__.py': imports.join('\n') });
    expect(pages.length).toBe(3);
    const headings = pages.flatMap((page) => page.headings.slice(1));
    expect(headings.map(({ text }) => text)).toEqual(names);
    const links = [
      ...(pages[0]?.text ?? '').matchAll(/^\| \[[^\]]+\]\((?:([\w-]+)\.md)?#(\w+)\)/gm),
    ];
    expect(links.length).toBe(130);
    expect(pages[1]?.text).toContain(`More of [kit](${pages[0]?.slug}.md).`);
    for (const [at, [, slug, anchor]] of links.entries()) {
      const page = pages.find((each) => each.slug === (slug ?? pages[0]?.slug));
      expect(page?.headings.find(({ id }) => id === anchor)?.text).toBe(names[at]);
    }
  });

  it.each([
    ['names', (at: number) => [`a/m${at % 40}.py`, `def f${at}(): pass\n`], 16_000],
    ['packages', (at: number) => [`a${at}/__init__.py`, 'def f(): pass'], 2_000],
    ['folders', (at: number) => [`a/b${at}/c.ts`, 'export const d = 1;'], 2_000],
    ['scripts', (at: number) => [`a${at}.py`, 'def f(): pass'], 2_000],
  ] as const)('has at most some hundred pages for thousands of %s', (_, make, number) => {
    const files: Record<string, string> = {};
    for (let at = 0; at < number; at++) {
      const [path = '', text = ''] = make(at);
      files[path] = (files[path] ?? '') + text;
    }
    const asked = answerOffline(taskLine({ kind: 'plan' }), memoryRepository(files)) ?? '';
    const plan = JSON.parse(asked) as { navigation: { pages: unknown[] }[] };
    const count = plan.navigation.flatMap(({ pages }) => pages).length;
    expect(count).toBeGreaterThan(2);
    expect(count).toBeLessThan(300);
  });
});

const typed = JSON.stringify({
  name: 'shop',
  main: './index.js',
  types: 'typings/index.d.ts',
});

it.each<[what: string, files: Record<string, string>, names: string[], has: string[]]>([
  [
    'CommonJS that hands on other modules',
    {
      'package.json': '{"name":"shop"}',
      'index.js': "module.exports = require('./lib/shop');",
      'lib/shop.js': lines(
        "var parser = require('parser');",
        "var proto = require('./proto');",
        "const { Item: Thing } = require('./item');",
        'exports = module.exports = create;',
        '/**',
        ' * Creates a shop.',
        ' * @return {Function}',
        ' */',
        '',
        'function create() {}',
        'exports.proto = proto;',
        'exports.Item = Thing;',
        'exports.json = parser.json;',
        "exports.files = require('files');",
      ),
      'lib/proto.js': lines(
        'var app = exports = module.exports = {};',
        'app.open = function open(door) {};',
        'app._close = function () {};',
      ),
      'lib/item.js': 'class Item {}\nexports.Item = Item;',
    },
    ['create', 'proto', 'Item', 'json', 'files'],
    [
      'Creates a shop.',
      '.open\n\n```js\nopen(door)\n```\n\nSource: `lib/proto.js:2`',
      'json = parser.json',
    ],
  ],
  [
    'JavaScript with a declaration file',
    {
      'package.json': typed,
      'index.js': 'exports.create = (name) => name;',
      'typings/index.d.ts':
        'export class Shop {\n  open(door: string): void;\n}\nexport function create(name?: string): Shop;',
    },
    ['Shop', 'create'],
    ['function create(name?: string): Shop'],
  ],
  [
    'Go, without examples',
    {
      'go.mod': 'module github.com/a/shop/v5',
      'shop.go': 'package shop\n\nfunc Open() {}\n',
      '_examples/rest/main.go': 'package rest\n\nfunc Run() {}\n',
    },
    ['Open'],
    ['func Open()'],
  ],
])('documents %s', (_, files, names, has) => {
  const pages = reference(files);
  const text = pages.map((page) => page.text).join('\n');
  expect(text.match(/(?<=^## ).*$/gm)).toEqual(names);
  for (const each of has) expect(text).toContain(each);
});

it('titles the pages of a long module by what is on them, and a namespace by its name', () => {
  const name = (at: number) =>
    `export function fn${at}(): void;\nexport interface Type${at} { a: 1 }`;
  const many = Array.from({ length: 60 }, (_, at) => name(at)).join('\n');
  const files = {
    'package.json': '{"name":"shop","main":"index.ts"}',
    'index.ts': `export * as core from './core.ts';\n${many}`,
    'core.ts': 'export const base = 1;',
  };
  expect(reference(files).map(({ title }) => title)).toEqual([
    'shop: functions',
    'shop: types',
    'shop.core',
  ]);
});
