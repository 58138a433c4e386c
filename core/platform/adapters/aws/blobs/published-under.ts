/** Pointers and versions lie under this, which no list shows unless it asks for it. */
const publishedFolder = '@published/';

/** Where everything that is published under a prefix lies, and under the prefixes inside it. */
export function publishedUnder(prefix: string): string {
  return publishedFolder + prefix;
}
