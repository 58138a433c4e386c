import { findHeadings, readDocument } from '../facts/document.ts';
import { fileOf } from '../repository/repository.ts';
import { firstSentence } from '../text/markdown.ts';
import type { Chapter, Facts } from './chapter.ts';
import { isEmpty, writeDocument } from './write-document.ts';

const starts =
  /^(?:\d+[-_. ]*)?(?:quick[-_ ]?start|get(?:ting)?[-_ ]?started|install(?:ation|ing)?|first[-_ ]steps|set[-_ ]?up|intro(?:duction)?|tutorial)\b/i;
const development =
  /^(?:contribut|develop(?:ment|ing|er)|hacking|releas|architecture|design[-_]|maintain|licen[cs]e|roadmap)/i;
const reference =
  /(?:^|\/)(?:api|reference)(?:\/|[-_.][^/]*$)|(?:^|\/)(?:cli|glossary|changelog)\.[a-z]+$/i;

/** The documents of the repository, each on a page. */
export function guideChapters({ repository, guides, lookupFrom }: Facts): Chapter[] {
  const documents = guides.flatMap(({ path, slug }) => {
    const document = readDocument(repository, path, lookupFrom(path));
    return isEmpty(document.lines, 20) ? [] : [{ path, slug, document }];
  });
  const counts = new Map<string, number>();
  for (const { document } of documents) {
    counts.set(document.title, (counts.get(document.title) ?? 0) + 1);
  }
  const chapters = documents.map(({ path, slug, document }): Chapter => {
    const words = slug.replace(/-/g, ' ');
    const fileName = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    // The name of the project above every document says nothing about this one.
    const isShared = (counts.get(document.title) ?? 0) > 1;
    const next = isShared ? findHeadings(document.lines)[0]?.title : undefined;
    return {
      group: groupOf(path),
      slug,
      title: (isShared ? next : document.title) || fileName,
      description: firstSentence(document.tagline, 140).replace(/:$/, '.'),
      source: path,
      uses: [path],
      write: (links) => writeDocument(document, links),
    };
  });
  const rank = ({ source = '' }: Chapter) => (/quick|start|install/i.test(fileOf(source)) ? 0 : 1);
  const first = chapters.filter(({ group }) => group === 'Getting started');
  return [
    ...first.sort((a, b) => rank(a) - rank(b)),
    ...chapters.filter((each) => !first.includes(each)),
  ];
}

function groupOf(path: string): Chapter['group'] {
  const name = fileOf(path);
  if (starts.test(name)) return 'Getting started';
  if (development.test(name)) return 'Development';
  return reference.test(path) ? 'Reference' : 'Guides';
}
