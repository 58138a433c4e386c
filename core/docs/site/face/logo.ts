const folders = /^(?:(?:\.github|assets?|docs?|images?|img|media|public|static|resources)\/){0,3}/;
const name = /^logo(?:[-_](?:light|dark|full|wide|large|\d+(?:x\d+)?))?\.(?:png|jpe?g|webp)$/i;

/** The project's own logo, where repositories have it: nearest to the root, shortest name. Null: none
 * of a format that link previews show. */
export function findLogo(files: readonly string[]): string | null {
  const depth = (file: string) => file.split('/').length;
  const [logo = null] = files
    .filter((file) => name.test(file.replace(folders, '')))
    .sort((a, b) => depth(a) - depth(b) || a.length - b.length);
  return logo;
}
