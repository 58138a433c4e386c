import type { Name } from './name.ts';

/** The path of a file in a folder, or of a folder that ends with `/`. Other words with a slash are
 * too often something else: a media type, a package, a branch. */
export function fileName(text: string): Name | undefined {
  const path = text.replace(/^\.\//, '');
  const isPath = /^(?:[\w@+.-]+\/)+(?:[\w@+-][\w@+.-]*\.[a-z][a-z0-9]{0,9})?$/i.test(path);
  if (!isPath || path.length > 300 || path.split('/').includes('..')) return undefined;
  return { kind: 'file', name: path };
}
