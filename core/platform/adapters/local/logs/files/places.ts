import { dayMilliseconds } from '../../../../ports/clock.ts';

const dailyName = /^webhooks_(\d{4}-\d\d-\d\d)\.json$/;
const textName = /\.log(?:\..+)?$/;
const packedName = /\.(?:gz|bz2|xz|zst|zip)$/;

export { dayMilliseconds };
/** A daily file has fewer bytes than this. */
const daySpan = 2 ** 37;
/** Cursors below belong to entries of text logs. They are made of the time: 256 a millisecond. */
export const firstDailyCursor = 2 ** 13 * daySpan;
export const cursorsPerMillisecond = 256;
export const longestTime = firstDailyCursor / cursorsPerMillisecond / 2;

/** Days since 1970 of a daily file; undefined for other files, and for days whose cursors are no
 * exact numbers. */
export function dayOf(name: string): number | undefined {
  const day = Date.parse(dailyName.exec(name)?.[1] ?? '') / dayMilliseconds;
  return day >= 0 && Number.isSafeInteger(cursorAt(day + 1, 0)) ? day : undefined;
}

export function isText(name: string): boolean {
  return textName.test(name) && !packedName.test(name);
}

export function dailyFile(day: number): string {
  return `webhooks_${dateOf(day)}.json`;
}

export function dateOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}

/** The cursor of the line that begins at this byte. */
export function cursorAt(day: number, start: number): number {
  return day * daySpan + start + 1;
}

export function placeOf(cursor: number): { readonly day: number; readonly start: number } {
  return { day: Math.floor(cursor / daySpan), start: (cursor % daySpan) - 1 };
}
