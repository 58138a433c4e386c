import * as z from 'zod/mini';

/** A whole number from 1 to `most`, as text of a query. */
export function limitQuery(most: number, initial: number) {
  return wholeNumber(1, most, initial);
}

export const offsetQuery = wholeNumber(0, 1_000_000, 0);

function wholeNumber(least: number, most: number, initial: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  const isValid = (value: string) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
  const text = z.string().check(z.refine(isValid, message));
  return z._default(z.pipe(text, z.transform(Number)), initial);
}
