import type { Chapter, Facts } from './chapter.ts';
import { at, blocks, code, count, plain, table } from '../text/markdown.ts';
import { sectionsAbout, writeSections } from '../facts/readme-topics.ts';
import { findSettings, findSettingsFiles } from '../facts/settings.ts';

export function settingsChapter(facts: Facts): Chapter[] {
  const settings = findSettings(facts.repository);
  const files = findSettingsFiles(facts.repository);
  const sections = sectionsAbout(facts, 'configuration');
  if (settings.length + files.length + sections.length === 0) return [];
  const variables = count(settings.length, 'environment variable');
  return [
    {
      group: 'Guide',
      slug: 'configuration',
      title: 'Configuration',
      description:
        settings.length > 0
          ? `${variables} with their defaults and places`
          : 'Configuration files and what they are for',
      write: (links) =>
        blocks(
          writeSections(facts, sections, links),
          settings.length > 0 &&
            blocks(
              '## Environment variables',
              `Found in the source: ${variables}. A default is shown where it stands beside the read; values of names that sound secret are not shown.`,
              table(
                ['Variable', 'Default', 'Read at'],
                settings
                  .slice(0, 200)
                  .map(({ name, initial, places, comment }) => [
                    comment ? `${code(name)}: ${plain(comment)}` : code(name),
                    initial === undefined ? '' : code(initial),
                    placesText(places),
                  ]),
              ),
            ),
          files.length > 0 &&
            blocks(
              '## Configuration files',
              table(
                ['File', 'For'],
                files.map(({ path, what }) => [at(path), plain(what)]),
              ),
            ),
        ),
    },
  ];
}

function placesText(places: readonly { path: string; line: number }[]): string {
  const shown = places.slice(0, 3).map(({ path, line }) => at(path, line));
  const more = places.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
