/** Pointers and versions lie under this, which no list shows unless it asks for it. */
const publishedFolder = '@published/';

/** Where everything that is published under a prefix lies, and under the prefixes inside it. */
export function publishedUnder(prefix: string): string {
  return publishedFolder + prefix;
}

/** The object of a published file; `upload` is the id of the version that brought it. */
export function objectKey(
  prefix: string,
  { upload, fingerprint }: { readonly upload: string; readonly fingerprint: string },
): string {
  return `${publishedUnder(prefix)}@upload-${upload}/${fingerprint}`;
}
