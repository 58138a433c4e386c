import { apiChapters } from './api-chapters.ts';
import { groups, type Chapter, type Facts } from './chapter.ts';
import { readDocument, taglineOf } from '../facts/document.ts';
import { findManifests, mainManifest } from '../facts/manifest.ts';
import { splitReadme } from '../facts/readme-parts.ts';
import { findGuides, isIndex } from '../guides/find-guides.ts';
import { readLabels } from '../guides/labels.ts';
import { firstSentence } from '../text/markdown.ts';
import type { Repository } from '../repository/repository.ts';
import { guideChapters } from './guide-chapters.ts';
import { changelogChapter, contributingChapter } from './project-chapters.ts';
import { overviewChapter, ownChapters, setupChapter } from './readme-chapters.ts';
import { settingsChapter } from './settings-chapter.ts';

/** With more guides the README is an introduction to them, and stays whole. */
const fewGuides = 2;

export function gatherFacts(repository: Repository, project = ''): Facts {
  const manifests = findManifests(repository);
  const guides = findGuides(repository);
  const lookupFrom = readLabels(
    repository,
    guides.map(({ path }) => path),
  );
  const introduction =
    repository.paths.find((path) => /^readme(?:\.(?:mdx?|markdown|rst|txt))?$/i.test(path)) ??
    repository.paths.find(isIndex);
  const document =
    introduction === undefined
      ? undefined
      : readDocument(repository, introduction, lookupFrom(introduction));
  const main = mainManifest(manifests, project || repository.name);
  const name = main?.isPrivate === true ? '' : nameOf(main?.name ?? '');
  const title = document && document.title.length <= 40 ? document.title : '';
  const projectName = name || project || title || repository.name;
  const readme = document && { ...document, tagline: taglineOf(document, projectName) };
  const about = main?.description || readme?.tagline || '';
  return {
    repository,
    manifests,
    main,
    guides,
    lookupFrom,
    readme,
    parts: splitReadme(readme, guides.length > fewGuides),
    projectName,
    tagline: firstSentence(about, 200).replace(/[`*]/g, ''),
  };
}

/** Without scope, folders and the major version of a Go module. */
function nameOf(name: string): string {
  return name.replace(/(?:\/|\.)v\d+$/, '').replace(/^.*\//, '');
}

/** Every page that has content, in the order of the navigation. */
export function findChapters(facts: Facts, api = apiChapters(facts)): Chapter[] {
  const guides = guideChapters(facts);
  const hasStart = guides.some(({ group }) => group === 'Getting started');
  const all = [
    overviewChapter(facts, hasStart),
    ...(hasStart ? [] : setupChapter(facts)),
    ...guides,
    ...ownChapters(facts),
    ...api,
    ...settingsChapter(facts),
    ...changelogChapter(facts),
    ...contributingChapter(facts),
  ];
  return distinct(groups.flatMap((group) => all.filter((chapter) => chapter.group === group)));
}

/** The same without the API, if the page comes before it. Parsing the sources takes longer than all
 * the rest, and slugs before the API do not depend on it. */
export function chaptersFor(slug: string, facts: Facts): Chapter[] {
  const documents = findChapters(facts, []);
  const page = documents.find((each) => each.slug === slug);
  const isBefore = page?.group === 'Getting started' || page?.group === 'Guides';
  return isBefore ? documents : findChapters(facts);
}

function distinct(chapters: readonly Chapter[]): Chapter[] {
  const slugs = new Set<string>();
  return chapters.map((chapter) => {
    let slug = chapter.slug;
    for (let number = 2; slugs.has(slug); number++) slug = `${chapter.slug}-${number}`;
    slugs.add(slug);
    return slug === chapter.slug ? chapter : { ...chapter, slug };
  });
}
