import type { Chapter, Facts } from './chapter.ts';
import { findSettings } from '../facts/settings.ts';
import { at, blocks, code, plain, table } from '../text/markdown.ts';
import { count } from '#core/text/count.ts';
import { sectionsFor } from './readme-chapters.ts';
import { writeSections } from './write-document.ts';

export function settingsChapter(facts: Facts): Chapter[] {
  const settings = findSettings(facts.repository);
  const sections = sectionsFor(facts, 'configuration');
  if (settings.length + sections.length === 0) return [];
  const variables = count(settings.length, 'environment variable');
  const hasDefaults = settings.some(({ initial }) => initial !== undefined);
  const rows = settings.slice(0, 300).map(({ name, initial, places, comment }) => [
    comment ? `${code(name)}: ${plain(comment)}` : code(name),
    ...(hasDefaults ? [initial === undefined ? '' : code(initial)] : []),
    places
      .slice(0, 3)
      .map((place) => at(place))
      .join(', ') + (places.length > 3 ? ` and ${places.length - 3} more` : ''),
  ]);
  const head = ['Variable', ...(hasDefaults ? ['Default'] : []), 'Read at'];
  const all = hasDefaults ? `${variables}, with defaults` : variables;
  return [
    {
      group: 'Reference',
      slug: 'configuration',
      title: 'Configuration',
      description: settings.length > 0 ? all : 'Options and settings',
      write: (links) =>
        blocks(
          writeSections(facts.readme, sections, links),
          rows.length > 0 && blocks('## Environment variables', table(head, rows)),
        ),
    },
  ];
}
