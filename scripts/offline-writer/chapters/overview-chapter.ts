import type { Chapter, Facts } from './chapter.ts';
import { cleanMarkdown } from '../text/clean-markdown.ts';
import { at, blocks, bullets, code, count, plain, table } from '../text/markdown.ts';
import { findLicence } from './project-chapters.ts';
import { definitionsOf, sectionsAbout, writeSections } from '../facts/readme-topics.ts';
import { fileOf } from '../repository.ts';

export function overviewChapter(facts: Facts, others: readonly Chapter[]): Chapter {
  return {
    group: 'Introduction',
    slug: 'overview',
    title: 'Overview',
    description: `What ${facts.projectName} is, at a glance`,
    write: (links) => {
      const [intro, ...sections] = sectionsAbout(facts, 'about');
      const hasIntro = intro?.level === 0;
      const opening = hasIntro
        ? cleanMarkdown(intro.lines, { shift: 1, pageOf: links.pageOf, ...definitionsOf(facts) })
        : plain(facts.tagline);
      const rest = hasIntro || !intro ? sections : [intro, ...sections];
      const listed = others.filter(({ slug }) => links.has(slug));
      return blocks(
        opening || 'The repository has no README that says what it is.',
        hasIntro && facts.readme && `Source: ${at(facts.readme.path, intro.line)}`,
        '## At a glance',
        glance(facts),
        writeSections(facts, rest, links),
        listed.length > 0 &&
          blocks(
            '## In this documentation',
            bullets(
              listed
                .slice(0, 40)
                .map(
                  ({ slug, title, description }) =>
                    `${links.to(slug, title)}: ${plain(description)}`,
                ),
            ),
          ),
      );
    },
  };
}

function glance({ repository, manifests }: Facts): string {
  const rows: string[][] = [];
  for (const { path, kind, name, version, description } of manifests.slice(0, 12)) {
    if (name === '' && path.includes('/')) continue;
    const label = {
      npm: 'npm package',
      python: 'Python package',
      go: 'Go module',
      cargo: 'Rust crate',
    }[kind];
    const named = [code(name || '(no name)'), version && code(version)].filter(Boolean).join(' ');
    rows.push([label, description ? `${named}: ${plain(description)}` : named, at(path)]);
  }
  for (const { language, files, lines, path } of languagesOf(repository)) {
    rows.push([
      language,
      `${count(files, 'file')}, ${count(lines, 'line')}`,
      `such as ${at(path)}`,
    ]);
  }
  const tests = repository.tests().length;
  if (tests > 0) rows.push(['Tests', count(tests, 'file'), at(repository.tests()[0] as string)]);
  const licence = findLicence(repository);
  if (licence) rows.push(['Licence', plain(licence.name), at(licence.path)]);
  return table(['What', 'Which', 'Where'], rows);
}

const byEnding: Readonly<Record<string, string>> = {
  ...{
    ts: 'TypeScript',
    tsx: 'TypeScript',
    mts: 'TypeScript',
    js: 'JavaScript',
    mjs: 'JavaScript',
  },
  ...{ cjs: 'JavaScript', jsx: 'JavaScript', py: 'Python', go: 'Go', rs: 'Rust', java: 'Java' },
  ...{ kt: 'Kotlin', rb: 'Ruby', php: 'PHP', c: 'C', h: 'C', cc: 'C++', cpp: 'C++', cs: 'C#' },
  ...{
    swift: 'Swift',
    sh: 'Shell',
    css: 'CSS',
    html: 'HTML',
    sql: 'SQL',
    vue: 'Vue',
    ex: 'Elixir',
  },
};

function languagesOf(repository: Facts['repository']) {
  const languages = new Map<string, { files: number; lines: number; path: string }>();
  for (const path of repository.paths) {
    const language = byEnding[fileOf(path).split('.').at(-1) ?? ''];
    if (language === undefined) continue;
    const sum = languages.get(language) ?? { files: 0, lines: 0, path };
    sum.files++;
    sum.lines += repository.lines(path).length;
    languages.set(language, sum);
  }
  return [...languages]
    .map(([language, sum]) => ({ language, ...sum }))
    .sort((a, b) => b.lines - a.lines || (a.language < b.language ? -1 : 1))
    .slice(0, 6);
}
