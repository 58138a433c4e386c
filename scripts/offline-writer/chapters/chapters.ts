import { apiChapters } from './api-chapters.ts';
import { architectureChapter } from './architecture-chapter.ts';
import type { Chapter, Facts } from './chapter.ts';
import { readModule } from '../code/read-module.ts';
import { findCommands } from '../facts/commands.ts';
import { findManifests } from '../facts/manifest.ts';
import { firstSentence } from '../text/markdown.ts';
import { overviewChapter } from './overview-chapter.ts';
import { contributingChapter, guideChapters } from './project-chapters.ts';
import { findReadme } from '../facts/readme.ts';
import type { Repository } from '../repository.ts';
import { settingsChapter } from './settings-chapter.ts';
import { commandsChapter, setupChapter, usageChapter } from './setup-chapter.ts';
import { testsChapter } from './tests-chapter.ts';

export function gatherFacts(repository: Repository, project = ''): Facts {
  const manifests = findManifests(repository);
  const readme = findReadme(repository);
  const root = manifests.find(({ path }) => !path.includes('/'));
  const named = (root?.name ?? '').replace(/^@[^/]+\//, '').replace(/^.*\//, '');
  const title = readme && readme.title.length <= 40 ? readme.title : '';
  const about = root?.description || readme?.tagline || '';
  return {
    repository,
    manifests,
    readme,
    projectName: named || project || title || repository.name,
    tagline: firstSentence(about, 200).replace(/[`*]/g, ''),
  };
}

/** Every page that has content, in the order of the navigation. */
export function findChapters(facts: Facts): Chapter[] {
  const { repository, manifests } = facts;
  const modules = repository.sources().map((path) => readModule(repository, path));
  const others = [
    ...setupChapter(facts),
    ...usageChapter(facts),
    ...commandsChapter(facts, findCommands(repository, manifests)),
    ...settingsChapter(facts),
    ...guideChapters(facts),
    ...apiChapters(facts),
    ...architectureChapter(facts, modules),
    ...testsChapter(facts),
    ...contributingChapter(facts),
  ];
  return distinct([overviewChapter(facts, others), ...others]);
}

function distinct(chapters: readonly Chapter[]): Chapter[] {
  const taken = new Set<string>();
  return chapters.map((chapter) => {
    let slug = chapter.slug;
    for (let number = 2; taken.has(slug); number++) slug = `${chapter.slug}-${number}`;
    taken.add(slug);
    return slug === chapter.slug ? chapter : { ...chapter, slug };
  });
}
