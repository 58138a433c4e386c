import { createHash } from 'node:crypto';
import type { CodeHost } from '#core/text/code-host.ts';

const maxNameLength = 80;

/** The file of the site that shows a file of the repository. Of two paths that differ only in what
 * a file system may take for the same, the hashes differ. */
export function sourceFile(path: string): string {
  const name = path.replace(/[^\w.-]+/g, '-').slice(-maxNameLength);
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 8);
  return `source/${name.replace(/^[.-]+/, '')}-${hash}.html`;
}

/** Where citations lead that no code host shows. */
export const sourceView: Pick<CodeHost, 'link'> = {
  link: (path, line, last = null) =>
    `${sourceFile(path)}${line === null ? '' : `#L${line}${last === null ? '' : `-L${last}`}`}`,
};

const links =
  /\[(`[^`\n]{1,600}`|(?:[^[\]\\]|\\.){0,500})\]\((source\/[\w.-]+\.html)(?:#L(\d{1,7})(?:-L(\d{1,7}))?)?\)/g;

export interface SourceLink {
  readonly file: string;
  /** Null: the whole file. */
  readonly lines: Lines | null;
}

export type Lines = readonly [first: number, last: number];

/** Links of a page to files of the repository. */
export function* sourceLinks(markdown: string): Generator<SourceLink> {
  for (const [, , file = '', first, last] of markdown.matchAll(links)) {
    const lines = first === undefined ? null : ([Number(first), Number(last ?? first)] as const);
    yield { file, lines };
  }
}

/** A link to a file that is not shown becomes its text. */
export function withoutOtherSources(markdown: string, shown: ReadonlySet<string>): string {
  return markdown.replace(links, (whole, label: string, file: string) =>
    shown.has(file) ? whole : label,
  );
}
