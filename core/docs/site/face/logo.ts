const folders = /^(?:(?:\.github|assets?|docs?|images?|img|media|public|static|resources)\/){0,3}/;
const name = /^logo(?:[-_](?:light|dark|full|wide|large|\d+(?:x\d+)?))?\.([a-z]{3,4})$/i;

/** The project's own logo, where repositories have it: nearest to the root, shortest name. Null: none
 * of a format that link previews show. */
export function findLogo(files: readonly string[]): string | null {
  return logoNear(files, /^(?:png|jpe?g|webp)$/i);
}

export function logoNear(files: readonly string[], formats: RegExp): string | null {
  const depth = (file: string) => file.split('/').length;
  const [logo = null] = files
    .filter((file) => formats.test(name.exec(file.replace(folders, ''))?.[1] ?? ''))
    .sort((a, b) => depth(a) - depth(b) || a.length - b.length);
  return logo;
}
