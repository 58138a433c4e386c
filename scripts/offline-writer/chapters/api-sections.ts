import type { Declaration, Doc, Member } from '../code/declaration.ts';
import type { PublicModule } from '../code/public-api.ts';
import { cleanMarkdown } from '../text/clean-markdown.ts';
import { at, blocks, bullets, code, fence, firstSentence } from '../text/markdown.ts';
import { languageOf } from '../repository/repository.ts';

export interface ApiSection {
  readonly title: string;
  readonly kind: Declaration['kind'];
  /** One sentence for the index. */
  readonly summary: string;
  readonly signature: string;
  /** What follows the signature. */
  readonly body: string;
  readonly methods: readonly ApiMethod[];
  /** The identifiers in the code of the declaration and its members, in their order. */
  readonly words: readonly string[];
}

/** A method, below the section of its class or type. */
interface ApiMethod {
  readonly title: string;
  readonly body: string;
}

type PublicName = PublicModule['names'][number];

const method = /^(?:(?:async|static|abstract|function) )*[\w$]*(?:<[^>]*>)?\(/;

export function writeName({ name, declaration }: PublicName): ApiSection {
  const { doc, members, path, line, signatures } = declaration;
  const isDefault = name === 'default';
  const language = languageIn(path);
  const methods = members.filter(
    (each) => each.isMethod ?? (each.name !== '' && method.test(each.signature)),
  );
  const properties = members.filter((member) => !methods.includes(member));
  const signature = fence(signatures.join('\n'), language);
  const codes = [...signatures, ...members.map((member) => member.signature)];
  const words = [...new Set(codes.join(' ').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))];
  const body = blocks(
    isDefault && 'The default export.',
    writeDoc(doc, language),
    `Source: ${at(path, line)}`,
    writeMembers(labelOf(declaration, language), properties),
  );
  const short = (signatures[0] ?? '').replace(/\s*\n\s*/g, ' ').slice(0, 90);
  const sentence = firstSentence(doc.text, 140);
  const summary = sentence.includes('```') ? '' : clean(sentence);
  const title = isDefault ? declaration.name : name;
  const about = { title, kind: declaration.kind, summary: summary || code(short) };
  const joint = language === 'rust' || language === 'cpp' ? '::' : '.';
  const overloads = Map.groupBy(methods, (each) => each.name);
  const sections = [...overloads].map(([own, each]) => ({
    title: `${title}${joint}${own}`,
    body: blocks(...each.map((one) => writeMethod(one, language))),
  }));
  return { ...about, signature, body, words, methods: sections };
}

function writeMethod({ signature, doc, path, line }: Member, language: string): string {
  return blocks(fence(signature, language), writeDoc(doc, language), `Source: ${at(path, line)}`);
}

function labelOf({ signatures }: Declaration, language: string): string {
  if (/\benum\b/.test(signatures[0] ?? '')) return language === 'rust' ? 'Variants' : 'Values';
  return /^(?:ts|js|python)$/.test(language) ? 'Properties' : 'Fields';
}

function writeDoc(doc: Doc, language: string): string {
  return blocks(
    doc.deprecated !== undefined && `**Deprecated.** ${clean(doc.deprecated)}`,
    clean(doc.text),
    writeParameters(doc),
    doc.returns && `**Returns:** ${clean(doc.returns)}`,
    ...(doc.notes ?? []).map((note) => clean(note)),
    ...(doc.examples ?? []).slice(0, 2).map((example) => writeExample(example, language)),
  );
}

function writeParameters({ parameters }: Doc): string {
  const described = parameters.filter(({ text }) => text !== '');
  const items = bullets(described.map(({ name, text }) => `${code(name)}: ${clean(text)}`));
  return items && blocks('**Parameters**', items);
}

const maxSignature = 140;

function writeMembers(title: string, members: readonly Member[]): string {
  const items = members.map(({ signature, doc, path, line }) => {
    const shown =
      signature.length <= maxSignature ? signature : `${signature.slice(0, maxSignature)}…`;
    const summary = clean(firstSentence(doc.text, 240));
    return `${code(shown)}${summary && `: ${summary}`} (${at(path, line)})`;
  });
  return items.length > 0 ? blocks(`**${title}**`, bullets(items)) : '';
}

function writeExample(example: string, language: string): string {
  const text = example.replace(/^<caption>[^<]*<\/caption>/, '').trim();
  return blocks('**Example**', text.includes('```') ? clean(text) : fence(text, language));
}

function languageIn(path: string): string {
  const names = {
    TypeScript: 'ts',
    JavaScript: 'js',
    Python: 'python',
    Go: 'go',
    Rust: 'rust',
    Java: 'java',
    C: 'c',
    'C++': 'cpp',
  };
  return names[languageOf(path) ?? 'TypeScript'];
}

/** Headings of a comment become bold text: those of the page are names only. */
export function clean(text: string): string {
  if (text === '') return '';
  let ticks = '';
  const lines = cleanMarkdown(text.split('\n'), { shift: 0 }).split('\n');
  return lines
    .map((line) => {
      const mark = /^\s*(`{3,})/.exec(line)?.[1] ?? '';
      if (ticks !== '') ticks = mark === ticks ? '' : ticks;
      else if (mark === '') return line.replace(/^#{1,6} (.*)$/, '**$1**');
      else ticks = mark;
      return line;
    })
    .join('\n');
}
