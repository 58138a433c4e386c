import { noDoc, type Doc } from './declaration.ts';
import { withoutEnd } from '#core/text/without-end.ts';
import { takeDefinitions } from '../text/clean-markdown.ts';

/** What is around an item of Rust: its comments and attributes. */
export interface Surroundings {
  readonly comments: readonly string[];
  /** Without `#[` and `]`. */
  readonly attributes: readonly string[];
}

export function rustDoc({ comments, attributes }: Surroundings): Doc {
  const features = attributes.flatMap(
    (each) => /^cfg\(\s*(?:(?:any|all)\(\s*)?feature\s*=\s*"([^"]+)"/.exec(each)?.[1] ?? [],
  );
  const old = attributes.find((each) => each.startsWith('deprecated'));
  const text = [
    toMarkdown(comments.join('\n')),
    ...features.map((each) => `*With the feature \`${each}\`.*`),
  ];
  const note = /\bnote\s*=\s*"((?:[^"\\]|\\.)*)"/.exec(old ?? '')?.[1] ?? '';
  const doc = { ...noDoc, text: text.filter(Boolean).join('\n\n') };
  return old === undefined ? (doc.text === '' ? noDoc : doc) : { ...doc, deprecated: note };
}

/** The text of `doc = "…"`, also where it depends on a feature. */
export function docAttribute(attribute: string): string[] {
  if (/^cfg_attr\(\s*not\(/.test(attribute)) return [];
  const [, text] =
    /^(?:cfg_attr\(.{0,100}?,\s*)?doc\s*=\s*"((?:[^"\\]|\\.)*)"\)?$/s.exec(attribute) ?? [];
  return text === undefined ? [] : [text.replace(/\\(["\\])/g, '$1').replaceAll('\\n', '\n')];
}

/** The text of a doc comment, `///` or `/**`, or of an inner one, `//!`. Undefined: another comment. */
export function docLine(comment: string, isInner: boolean): string | undefined {
  const start = isInner ? /^\/\/!|^\/\*!/ : /^\/\/\/(?!\/)|^\/\*\*(?![*/])/;
  const [mark] = start.exec(comment) ?? [];
  if (mark === undefined) return undefined;
  const inner = comment.slice(mark.length);
  return mark.startsWith('//') ? inner : withoutEnd(inner, '*/').replace(/^[ \t]*\*(?= |$)/gm, '');
}

/** Lines of examples that only the compiler sees are left out; links to items are code. */
export function toMarkdown(text: string): string {
  if (text === '') return '';
  const shared = Math.min(
    ...[...text.matchAll(/^( *)\S/gm)].map(([, indent = '']) => indent.length),
  );
  const source = text.split('\n').map((line) => line.slice(Math.min(shared, line.search(/\S|$/))));
  const { definitions, lines } = takeDefinitions(source);
  const out: string[] = [];
  let prose: string[] = [];
  let fence = '';
  let isRust = false;
  const flush = () => {
    out.push(links(prose.join('\n'), definitions));
    prose = [];
  };
  for (const line of lines) {
    const [, ticks, info = ''] = /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(line) ?? [];
    if (ticks !== undefined && fence === '') {
      flush();
      fence = ticks;
      isRust = rustFence.test(info);
      out.push(isRust ? `${line.slice(0, line.indexOf(ticks))}${ticks}rust` : line);
    } else if (fence === '') prose.push(line);
    else {
      if (ticks !== undefined && line.trim() === fence) fence = '';
      const isSeen = !isRust || !/^\s*#(?: |$)/.test(line);
      if (isSeen) out.push(isRust ? line.replace(/^(\s*)##/, '$1#') : line);
    }
  }
  flush();
  return out.join('\n').trim();
}

const rustFence =
  /^(?:\{?\.?(?:rust|no_run|ignore|should_panic|compile_fail|edition\d+|E\d+)\b.*)?$/;

function links(text: string, definitions: ReadonlyMap<string, string>): string {
  return text
    .replace(/\]\((?!https?:|mailto:)[^()\s]{0,200}(?:\(\))?(?: "[^"]{0,200}")?\)/g, ']')
    .replace(
      /(`+)[^`]{1,400}\1|\[([^\][]{1,300})\](?:\[([^\][]{0,200})\])?(?!\()/g,
      (all, _, label?: string, name: string = '') => {
        if (label === undefined || /^[ xX]?$/.test(label)) return all;
        const target = definitions.get((name || label).replace(/\s+/g, ' ').toLowerCase()) ?? '';
        if (/^https?:/.test(target)) return `[${label}](${target})`;
        const isPath = /^[\w:<>]+(?:!|\(\))?$/.test(label) && /[A-Z_:!(]/.test(label);
        return isPath ? `\`${label}\`` : label;
      },
    );
}
