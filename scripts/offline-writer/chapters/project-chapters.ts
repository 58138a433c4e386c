import { readDocument } from '../facts/document.ts';
import { at, blocks, plain } from '../text/markdown.ts';
import type { Chapter, Facts } from './chapter.ts';
import { sectionsFor } from './readme-chapters.ts';
import { isEmpty, writeDocument, writeSections } from './write-document.ts';

const maxChanges = 400;

/** The latest versions of the changelog. */
export function changelogChapter({ repository, lookupFrom }: Facts): Chapter[] {
  const path = repository.paths.find((each) =>
    /^(?:docs?\/)?(?:changelog|changes|history|news|release[-_]?notes)(?:\.(?:md|rst|txt))?$/i.test(
      each,
    ),
  );
  if (path === undefined) return [];
  const document = readDocument(repository, path, lookupFrom(path));
  const isVersion = /\d/.test(document.title);
  const all = isVersion ? [`## ${plain(document.title)}`, ...document.lines] : document.lines;
  if (isEmpty(all)) return [];
  const end = all.findIndex((line, index) => index > maxChanges && /^#{1,2} .*\d/.test(line));
  const lines = end === -1 ? all : all.slice(0, end);
  return [
    {
      group: 'Reference',
      slug: 'changelog',
      title: 'Changelog',
      description: 'What changed in each version',
      source: path,
      uses: [path],
      write: (links) =>
        blocks(
          writeDocument({ ...document, title: '', lines }, links),
          end !== -1 && `Earlier versions are in ${at(path)}.`,
        ),
    },
  ];
}

export function contributingChapter(facts: Facts): Chapter[] {
  const { repository, lookupFrom } = facts;
  const path = repository.paths.find((each) =>
    /^(?:\.github\/|(?:website\/|site\/)?(?:docs|content)\/)?contributing(?:\.(?:mdx?|rst|txt))?$/i.test(
      each,
    ),
  );
  const document =
    path === undefined ? undefined : readDocument(repository, path, lookupFrom(path));
  // Beside the document, a short section of the README only points to it.
  const sections = sectionsFor(facts, 'contributing').filter(
    ({ title, lines }) => !document || !/^contribut/i.test(title) || lines.join().length > 300,
  );
  if (!document && sections.length === 0) return [];
  return [
    {
      group: 'Development',
      slug: 'contributing',
      title: 'Contributing',
      description: 'How to take part',
      ...(path !== undefined && { source: path }),
      write: (links) =>
        blocks(
          document && writeDocument(document, links),
          writeSections(facts.readme, sections, links),
        ),
    },
  ];
}
