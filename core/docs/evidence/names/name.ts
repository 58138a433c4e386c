export type NameKind = 'file' | 'script' | 'variable' | 'identifier' | 'flag';

/** What a page names of the repository. */
export interface Name {
  readonly kind: NameKind;
  /** As the page writes it, without quotes and arguments. */
  readonly name: string;
  /** Set: known from a manifest. */
  readonly isFound?: boolean;
}

/** The path of a file in a folder, or of a folder that ends with `/`. Other words with a slash are
 * too often something else: a media type, a package, a branch. */
export function fileName(text: string): Name | undefined {
  const path = text.replace(/^\.\//, '');
  const isPath = /^(?:[\w@+.-]+\/)+(?:[\w@+-][\w@+.-]*\.[a-z][a-z0-9]{0,9})?$/i.test(path);
  if (!isPath || path.length > 300 || path.split('/').includes('..')) return undefined;
  return { kind: 'file', name: path };
}

/** Paths in backticks, each once. */
export function namedFiles(markdown: string): Set<string> {
  const spans = [...markdown.matchAll(/`([^`\n]+)`/g)];
  return new Set(spans.flatMap(([, text = '']) => fileName(text.trim())?.name ?? []));
}
