import type { Chapter, Facts } from './chapter.ts';
import { at, blocks, bullets, code, count, plain, table } from '../text/markdown.ts';
import { sectionsAbout, writeSections } from '../facts/readme-topics.ts';
import { languageOf, type Repository } from '../repository.ts';

interface TestFile {
  readonly path: string;
  readonly names: readonly { readonly name: string; readonly line: number }[];
}

const patterns: Readonly<Record<string, RegExp>> = {
  script: /^\s*(?:describe|it|test|suite)(?:\.\w+)?\(\s*(['"`])(.{1,160}?)\1/,
  Python: /^\s*(?:async\s+)?(?:def|class)\s+()([Tt]est\w*)/,
  Go: /^func\s+()((?:Test|Benchmark|Example|Fuzz)\w*)\(/,
};

const frameworks = [
  'vitest',
  'jest',
  'mocha',
  'ava',
  'tap',
  'tape',
  'jasmine',
  'uvu',
  'playwright',
  '@playwright/test',
  'cypress',
  'pytest',
  'nose',
  'tox',
  'nox',
  'hypothesis',
  'fast-check',
  'github.com/stretchr/testify',
];

export function testsChapter(facts: Facts): Chapter[] {
  const files = facts.repository
    .tests()
    .slice(0, 2_000)
    .map((path) => readTests(facts.repository, path));
  const telling = files.filter(({ names }) => names.length > 0);
  if (telling.length === 0) return [];
  const total = telling.reduce((sum, { names }) => sum + names.length, 0);
  const summary = `${count(total, 'named test or group', 'named tests and groups')} in ${count(telling.length, 'file')}`;
  return [
    {
      group: 'Development',
      slug: 'tests',
      title: 'Tests',
      description: `How to run them, and an outline: ${summary}`,
      write: (links) =>
        blocks(
          `${summary}.`,
          howToRun(facts),
          writeSections(facts, sectionsAbout(facts, 'tests'), links),
          '## Outline',
          bullets(
            telling.slice(0, 150).map(({ path, names }) => {
              const shown = names.slice(0, 6).map(({ name }) => plain(name));
              const more = names.length > 6 ? `; ${names.length - 6} more` : '';
              return `${at(path, names[0]?.line)}: ${shown.join('; ')}${more}`;
            }),
          ),
          telling.length > 150 && `${count(telling.length - 150, 'further file')} not shown.`,
        ),
    },
  ];
}

function readTests(repository: Repository, path: string): TestFile {
  const language = languageOf(path);
  const pattern = patterns[
    language === 'Python' || language === 'Go' ? language : 'script'
  ] as RegExp;
  const names = repository.lines(path).flatMap((line, index) => {
    const name = line.length < 400 ? pattern.exec(line)?.[2] : undefined;
    return name === undefined ? [] : [{ name, line: index + 1 }];
  });
  return { path, names };
}

function howToRun({ repository, manifests }: Facts): string {
  const rows: string[][] = [];
  for (const { path, kind, scripts, dependencies } of manifests) {
    for (const { name, value, line } of scripts) {
      if (!/^test(?::|$)|^(?:e2e|coverage)/.test(name)) continue;
      rows.push([
        code(name === 'test' ? 'npm test' : `npm run ${name}`),
        code(value),
        at(path, line),
      ]);
    }
    for (const { name, range, line } of dependencies) {
      if (frameworks.includes(name))
        rows.push([code(name), plain(`test library ${range}`), at(path, line)]);
    }
    if (kind === 'go') rows.push([code('go test ./...'), 'all packages', at(path)]);
  }
  const python = repository.tests().filter((path) => path.endsWith('.py'));
  const text = python
    .slice(0, 20)
    .map((path) => repository.text(path))
    .join('\n');
  if (/\bimport pytest|\bdef test_\w+\([^)]/.test(text))
    rows.push([code('python -m pytest'), 'tests written for pytest', at(python[0] as string)]);
  else if (/\bunittest\b/.test(text))
    rows.push([code('python -m unittest'), 'tests written for unittest', at(python[0] as string)]);
  const node = repository
    .tests()
    .find((path) => /\.[cm]?[jt]s$/.test(path) && /['"]node:test['"]/.test(repository.text(path)));
  if (node !== undefined) rows.push([code('node --test'), 'the test runner of Node.js', at(node)]);
  if (rows.length === 0) return '';
  return blocks(
    '## How to run them',
    table(['Command or library', 'What it is', 'Found at'], rows.slice(0, 40)),
  );
}
