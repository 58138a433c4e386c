import type { Chapter, Facts } from './chapter.ts';
import type { CommandGroup } from '../facts/commands.ts';
import type { Manifest } from '../facts/manifest.ts';
import { at, blocks, bullets, code, fence, plain, table } from '../text/markdown.ts';
import { sectionsAbout, writeSections } from '../facts/readme-topics.ts';
import { fileOf, folderOf } from '../repository.ts';

export function setupChapter(facts: Facts): Chapter[] {
  const { repository, manifests } = facts;
  const sections = sectionsAbout(facts, 'setup');
  const readme = sections.flatMap(({ lines }) => lines).join('\n');
  const derived = manifests
    .filter(({ path }) => folderOf(path) === '')
    .map((manifest) => howToInstall(manifest, readme));
  const images = repository.paths.filter((path) => /^Dockerfile/.test(fileOf(path))).slice(0, 8);
  if (sections.length + derived.length + images.length === 0) return [];
  return [
    {
      group: 'Guide',
      slug: 'getting-started',
      title: 'Getting started',
      description: 'What it needs and how to install it',
      write: (links) =>
        blocks(
          requirements(manifests),
          writeSections(facts, sections, links),
          derived.length > 0 && blocks('## Install from the manifests', ...derived),
          images.length > 0 &&
            blocks(
              '## Container images',
              bullets(images.map((path) => describeImage(facts, path))),
            ),
          links.has('commands') && `What can be run afterwards stands in ${links.to('commands')}.`,
        ),
    },
  ];
}

function requirements(manifests: readonly Manifest[]): string {
  const required = manifests.filter(({ requires }) => requires !== '').slice(0, 10);
  if (required.length === 0) return '';
  const rows = required.map(({ path, requires }) => [plain(requires), at(path)]);
  return blocks('## Requirements', table(['Needs', 'Said in'], rows));
}

function howToInstall(manifest: Manifest, readme: string): string {
  const { kind, name, path, isPrivate } = manifest;
  const own: Record<Manifest['kind'], string> = {
    npm: 'npm ci',
    python: 'python -m pip install -e .',
    go: 'go build ./...',
    cargo: 'cargo build',
  };
  const other: Record<Manifest['kind'], string> = {
    npm: `npm install ${name}`,
    python: `python -m pip install ${name}`,
    go: `go get ${name}`,
    cargo: `cargo add ${name}`,
  };
  // The README's own instructions are not repeated.
  const isMissing = name !== '' && !isPrivate && !readme.includes(other[kind]);
  return blocks(
    `To work on the repository, by ${at(path)}:`,
    fence(own[kind], 'sh'),
    isMissing && `To use ${code(name)} in a project of your own:`,
    isMissing && fence(other[kind], 'sh'),
  );
}

function describeImage({ repository }: Facts, path: string): string {
  const lines = repository.lines(path);
  const last = (word: string) => {
    const index = lines.findLastIndex((line) => line.toUpperCase().startsWith(`${word} `));
    return index === -1 ? '' : `${code(lines[index] as string)} (${at(path, index + 1)})`;
  };
  const parts = ['FROM', 'EXPOSE', 'ENTRYPOINT', 'CMD'].map(last).filter((part) => part !== '');
  return `${at(path)}: ${parts.join(', ') || 'no base image named'}`;
}

export function commandsChapter(facts: Facts, groups: readonly CommandGroup[]): Chapter[] {
  if (groups.length === 0) return [];
  return [
    {
      group: 'Guide',
      slug: 'commands',
      title: 'Commands',
      description: 'Programs, scripts and targets that can be run',
      write: () =>
        blocks(
          ...groups.slice(0, 20).map(({ title, commands }) => {
            const hasText = commands.some(({ does }) => does !== '');
            const rows = commands.map(({ call, does, isCode, path, line }) => [
              code(call),
              ...(hasText ? [isCode ? code(shorten(does)) : plain(does)] : []),
              at(path, line),
            ]);
            const head = ['Command', ...(hasText ? ['What it runs'] : []), 'Defined at'];
            return blocks(`## ${plain(title)}`, table(head, rows));
          }),
        ),
    },
  ];
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}

export function usageChapter(facts: Facts): Chapter[] {
  const sections = sectionsAbout(facts, 'usage');
  if (sections.length === 0) return [];
  const titles = sections.map(({ title }) => title.replace(/[^\w\s,.()'-]/g, '').trim());
  return [
    {
      group: 'Guide',
      slug: 'usage',
      title: 'Usage',
      description: `From the README: ${titles.slice(0, 5).join(', ')}`.slice(0, 160),
      write: (links) => writeSections(facts, sections, links, 60_000),
    },
  ];
}
