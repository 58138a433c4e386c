import type { ApiGroup } from './api-groups.ts';
import type { Chapter, Facts } from './chapter.ts';
import { cleanMarkdown } from '../text/clean-markdown.ts';
import type { Declaration, Doc, ModuleApi } from '../code/declaration.ts';
import {
  at,
  blocks,
  bullets,
  code,
  count,
  fence,
  firstSentence,
  plain,
  slugify,
  table,
} from '../text/markdown.ts';
import { fileOf, languageOf } from '../repository.ts';

const maxCharacters = 70_000;

export function apiChapters(facts: Facts, groups: readonly ApiGroup[]): Chapter[] {
  return groups.map((group) => {
    const { folder, modules } = group;
    const title = folder === '' ? facts.projectName : folder;
    const names = [
      ...new Set(modules.flatMap(({ declarations }) => declarations.map(({ name }) => name))),
    ];
    const about = firstSentence(aboutOf(modules), 120);
    const listed = names.slice(0, 6).join(', ');
    return {
      group: 'API reference',
      slug: `api-${slugify(folder === '' ? 'root' : folder)}`,
      title,
      description:
        about ||
        (listed
          ? `Exports ${listed}${names.length > 6 ? ' and more' : ''}`
          : `Modules in ${title}`),
      write: () => writeGroup(facts, group),
    };
  });
}

function aboutOf(modules: readonly ModuleApi[]): string {
  const main = modules.find(({ path }) =>
    /^(?:index\.[cm]?[jt]sx?|__init__\.py|doc\.go|mod\.ts)$/.test(fileOf(path)),
  );
  const spoken = main?.about || (modules.length === 1 ? modules[0]?.about : '');
  return (
    spoken ||
    (modules.every(({ path }) => path.endsWith('.go'))
      ? (modules.find(({ about }) => about)?.about ?? '')
      : '')
  );
}

function writeGroup(facts: Facts, { modules }: ApiGroup): string {
  const total = modules.reduce((sum, { declarations }) => sum + declarations.length, 0);
  const parts: string[] = [`${count(total, 'export')} in ${count(modules.length, 'module')}.`];
  if (modules.length > 1) {
    const rows = modules.map(({ path, about, declarations, passesOn }) => [
      at(path),
      cleanDoc(firstSentence(about, 140)) ||
        names(declarations) ||
        `passes on ${passesOn
          .slice(0, 4)
          .map((each) => code(each))
          .join(', ')}`,
    ]);
    parts.push(table(['Module', 'What it holds'], rows.slice(0, 80)));
  }
  let size = 0;
  for (const [index, module] of modules.entries()) {
    const written = writeModule(facts, module);
    if ((size += written.length) > maxCharacters && index > 0) {
      const rest = modules
        .slice(index)
        .map(({ path, declarations }) => `${at(path)}: ${names(declarations)}`);
      parts.push(blocks('## Further modules', bullets(rest.slice(0, 200))));
      break;
    }
    parts.push(written);
  }
  return blocks(...parts);
}

function names(declarations: readonly Declaration[]): string {
  const shown = declarations.slice(0, 8).map(({ name }) => code(name));
  const more = declarations.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function writeModule(facts: Facts, module: ModuleApi): string {
  const { path, about, declarations, passesOn } = module;
  const documented = declarations.slice(0, 80);
  const rest = declarations.slice(80);
  return blocks(
    `## ${plain(path)}`,
    cleanDoc(about),
    passesOn.length > 0 &&
      `Passes on what ${passesOn
        .slice(0, 30)
        .map((each) => code(each))
        .join(', ')} export.`,
    ...documented.map((declaration) => writeDeclaration(facts, path, declaration)),
    rest.length > 0 && `Not shown: ${rest.map(({ name }) => code(name)).join(', ')}.`,
  );
}

function writeDeclaration(facts: Facts, path: string, declaration: Declaration): string {
  const { name, doc, line, members, signature } = declaration;
  const language = { TypeScript: 'ts', JavaScript: 'js', Python: 'python', Go: 'go' }[
    languageOf(path) ?? 'TypeScript'
  ];
  const spoken = members.filter((member) => member.doc.text !== '');
  return blocks(
    `### ${plain(name)}`,
    fence(signature, language),
    doc.deprecated !== undefined && `**Deprecated.** ${cleanDoc(doc.deprecated)}`,
    cleanDoc(doc.text),
    parameters(doc),
    doc.returns && `**Returns:** ${cleanDoc(doc.returns)}`,
    ...doc.examples.slice(0, 2).map((example) => writeExample(example, language)),
    members.length > 0 &&
      table(
        ['Member', ...(spoken.length > 0 ? ['What it does'] : []), 'Line'],
        members.map((member) => [
          code(member.signature),
          ...(spoken.length > 0 ? [cleanDoc(firstSentence(member.doc.text, 200))] : []),
          String(member.line),
        ]),
      ),
    `Source: ${at(path, line)}`,
  );
}

function parameters(doc: Doc): string {
  const described = doc.parameters.filter(({ text }) => text !== '');
  return bullets(described.map(({ name, text }) => `${code(name)}: ${cleanDoc(text)}`));
}

function writeExample(example: string, language: string): string {
  const text = example.replace(/^<caption>[^<]*<\/caption>/, '').trim();
  return blocks('Example:', text.includes('```') ? cleanDoc(text) : fence(text, language));
}

/** Headings inside a comment are below those of the page. */
function cleanDoc(text: string): string {
  return text === '' ? '' : cleanMarkdown(text.split('\n'), { shift: 3 });
}
