import type { Chapter, Facts } from './chapter.ts';
import { cleanMarkdown, takeDefinitions } from '../text/clean-markdown.ts';
import { at, blocks, code, firstSentence, plain, slugify, table } from '../text/markdown.ts';
import { readMarkdown } from '../facts/readme.ts';
import { sectionsAbout, writeSections } from '../facts/readme-topics.ts';
import { fileOf, folderOf, type Repository } from '../repository.ts';

const maxGuides = 25;

/** Each markdown file of a documentation folder becomes a page. */
export function guideChapters(facts: Facts): Chapter[] {
  const { repository } = facts;
  return repository.paths
    .filter((path) => /^(?:docs?|documentation|guides?|wiki)\/.+\.(?:md|markdown|mdx)$/i.test(path))
    .filter((path) => repository.lines(path).filter((line) => line.trim() !== '').length > 4)
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, maxGuides)
    .map((path) => {
      const { title, tagline } = readMarkdown(repository, path);
      const stem = path.replace(/^[^/]+\//, '').replace(/\.[a-z]+$/i, '');
      return {
        group: 'Guides in the repository',
        slug: `guide-${slugify(stem)}`,
        title: title || words(stem),
        description: firstSentence(tagline, 140) || `From ${path}`,
        write: (links) => blocks(`Source: ${at(path)}`, wholeFile(repository, path, links.pageOf)),
      };
    });
}

function wholeFile(
  repository: Repository,
  path: string,
  pageOf: (target: string) => string | undefined,
  deeper = 0,
): string {
  const { title, sections } = readMarkdown(repository, path);
  const { lines, definitions } = takeDefinitions(repository.lines(path));
  const start = title && sections[0] ? sections[0].line - 1 : 0;
  const body = lines.slice(frontMatterEnd(lines, start), 1_500);
  return cleanMarkdown(body, {
    shift: (title ? 0 : 1) + deeper,
    definitions,
    pageOf: (target) => pageOf(resolve(folderOf(path), target)),
  });
}

function frontMatterEnd(lines: readonly string[], start: number): number {
  if (lines[start]?.trim() !== '---') return start;
  const end = lines.findIndex((line, index) => index > start && line.trim() === '---');
  return end === -1 ? start : end + 1;
}

export function resolve(folder: string, target: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of target.replace(/[?#].*$/, '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function words(stem: string): string {
  const text = stem.replace(/[-_/]+/g, ' ').trim();
  return `${(text[0] ?? '').toUpperCase()}${text.slice(1)}`;
}

export function contributingChapter(facts: Facts): Chapter[] {
  const { repository, manifests } = facts;
  const file = repository.paths.find((path) =>
    /^(?:\.github\/|docs\/)?contributing\.md$/i.test(path),
  );
  const licence = findLicence(repository);
  const named = manifests.find(({ license }) => license !== '');
  const workflows = repository.paths.filter((path) =>
    /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path),
  );
  const history = repository.paths.find((path) =>
    /^(?:changelog|changes|history)(?:\.\w+)?$/i.test(path),
  );
  const sections = sectionsAbout(facts, 'legal').filter(({ title }) =>
    /contribut|security/i.test(title),
  );
  if (!file && !licence && !named && workflows.length === 0 && !history) return [];
  return [
    {
      group: 'Development',
      slug: 'contributing',
      title: 'Contributing and licence',
      description: 'How to take part, continuous integration, releases and the licence',
      write: (links) =>
        blocks(
          file &&
            blocks(
              '## Contributing',
              `Source: ${at(file)}`,
              cleanMarkdown(repository.lines(file).slice(0, 400), {
                shift: 2,
                pageOf: links.pageOf,
              }),
            ),
          writeSections(facts, sections, links, 6_000),
          workflows.length > 0 && continuousIntegration(repository, workflows),
          history && recentChanges(repository, history),
          (licence || named) &&
            blocks(
              '## Licence',
              licence ? `${plain(licence.name)}, by ${at(licence.path, 1)}.` : '',
              named ? `${at(named.path)} names ${code(named.license)}.` : '',
            ),
        ),
    },
  ];
}

export function findLicence(repository: Repository) {
  const path = repository.paths.find((each) =>
    /^(?:licen[cs]e|copying)(?:[.-][\w.-]+)?$/i.test(each),
  );
  if (path === undefined) return undefined;
  const text = repository.text(path).slice(0, 3_000).replace(/\s+/g, ' ');
  const licences: [RegExp, string][] = [
    [/Apache License.{0,20}Version 2/i, 'Apache License 2.0'],
    [/GNU AFFERO GENERAL PUBLIC LICENSE/i, 'GNU Affero General Public License'],
    [/GNU LESSER GENERAL PUBLIC LICENSE/i, 'GNU Lesser General Public License'],
    [/GNU GENERAL PUBLIC LICENSE/i, 'GNU General Public License'],
    [/Mozilla Public License/i, 'Mozilla Public License'],
    [/Permission is hereby granted, free of charge/i, 'MIT License'],
    [/Permission to use, copy, modify, and.or distribute/i, 'ISC License'],
    [/Redistribution and use in source and binary forms/i, 'BSD License'],
    [/This is free and unencumbered software/i, 'The Unlicense'],
  ];
  const name = licences.find(([pattern]) => pattern.test(text))?.[1] ?? 'A licence of its own';
  return { path, name };
}

function continuousIntegration(repository: Repository, workflows: readonly string[]): string {
  const rows = workflows.slice(0, 30).map((path) => {
    const lines = repository.lines(path);
    const name =
      lines.map((line) => /^name:\s*(.+)$/.exec(line)?.[1]).find(Boolean) ?? fileOf(path);
    const start = lines.findIndex((line) => /^jobs:/.test(line));
    const jobs = lines
      .slice(start + 1)
      .flatMap((line) => /^ {2}([\w-]+):\s*$/.exec(line)?.[1] ?? []);
    const shown =
      start === -1
        ? ''
        : jobs
            .slice(0, 10)
            .map((job) => code(job))
            .join(', ');
    return [plain(name.replace(/^["']|["']$/g, '')), shown, at(path)];
  });
  return blocks('## Continuous integration', table(['Workflow', 'Jobs', 'Defined in'], rows));
}

function recentChanges(repository: Repository, path: string): string {
  const heads = repository
    .lines(path)
    .flatMap((line, index) => {
      const title = /^#{2,3}\s+(.+)$/.exec(line)?.[1];
      return title !== undefined && /\d/.test(title)
        ? [`${plain(title)} (${at(path, index + 1)})`]
        : [];
    })
    .slice(0, 5);
  return heads.length === 0
    ? ''
    : blocks('## Recent changes', heads.map((head) => `- ${head}`).join('\n'));
}
