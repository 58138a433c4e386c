/** A name with a line break would look like several. */
export function shownName(name: string): string {
  return name.replace(/\p{Cc}/gu, '?');
}
