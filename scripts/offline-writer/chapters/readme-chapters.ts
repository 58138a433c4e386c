import { isPackageName } from '#core/docs/site/face/package.ts';
import { sectionsOf, type Section } from '../facts/document.ts';
import type { Manifest } from '../facts/manifest.ts';
import type { Part } from '../facts/readme-parts.ts';
import { blocks, code, fence, firstSentence, plain, slugify } from '../text/markdown.ts';
import type { Chapter, Facts } from './chapter.ts';
import { isEmpty, writeSections } from './write-document.ts';

export function sectionsFor({ parts }: Facts, ...kinds: Part[]): Section[] {
  const sections = parts.filter(([part]) => kinds.includes(part)).map(([, section]) => section);
  return sections.filter(({ lines }) => !isEmpty(lines));
}

/** What the README says, without what has a page of its own. */
export function overviewChapter(facts: Facts, hasStart: boolean): Chapter {
  const sections = sectionsFor(facts, 'overview', ...(hasStart ? (['setup'] as const) : []));
  // The title of the page says it already.
  const shown = sections.map((each) =>
    /^(?:overview|introduction)$/i.test(each.title) ? { ...each, head: [], level: 0 } : each,
  );
  return {
    group: 'Getting started',
    slug: 'overview',
    title: 'Overview',
    description: firstSentence(facts.readme?.tagline ?? '', 140) || `What ${facts.projectName} is`,
    uses: usesOf(facts),
    write: (links) => {
      const text = writeSections(facts.readme, shown, links);
      return text || plain(facts.tagline) || 'The repository has no README that says what it is.';
    },
  };
}

/** What stays in the README depends on the guides beside it. */
function usesOf({ readme, guides }: Facts): string[] {
  return readme ? [readme.path, ...guides.map(({ path }) => path)] : [];
}

function installOf({ kind, name, isProgram }: Manifest): string | undefined {
  if (kind === 'other' || !isPackageName(kind === 'python' ? 'pip' : kind, name)) return undefined;
  if (isProgram && kind === 'cargo') return 'cargo install';
  return { npm: 'npm install', python: 'pip install', go: 'go get', cargo: 'cargo add' }[kind];
}

export function setupChapter(facts: Facts): Chapter[] {
  const { manifests, main } = facts;
  const sections = sectionsFor(facts, 'setup');
  const install = main && !main.isPrivate ? installOf(main) : undefined;
  if (sections.length === 0 && install === undefined) return [];
  const text = sections.flatMap(({ lines }) => lines).join('\n');
  const needs = [
    ...new Set(manifests.filter(({ path }) => !path.includes('/')).map(({ requires }) => requires)),
  ].filter(Boolean);
  return [
    {
      group: 'Getting started',
      slug: 'getting-started',
      title: 'Getting started',
      description: `How to install ${facts.projectName} and what it needs`,
      write: (links) =>
        blocks(
          install !== undefined &&
            !/install|go get|cargo add/i.test(text) &&
            fence(`${install} ${main?.name}`, 'sh'),
          needs.length > 0 && `It needs ${needs.map(code).join(' and ')}.`,
          writeSections(facts.readme, sections, links),
        ),
    },
  ];
}

/** Long sections of a README that has no guides beside it. */
export function ownChapters(facts: Facts): Chapter[] {
  return sectionsFor(facts, 'own').map((section) => {
    const names = sectionsOf(section)
      .map(({ title }) => title)
      .filter(Boolean);
    return {
      group: /^(?:api|reference|options|methods)\b/i.test(section.title) ? 'Reference' : 'Guides',
      slug: slugify(section.title),
      title: section.title,
      description:
        names.slice(0, 5).join(', ').slice(0, 160) || `From the README: ${section.title}`,
      write: (links) => writeSections(facts.readme, [{ ...section, head: [] }], links),
    };
  });
}
