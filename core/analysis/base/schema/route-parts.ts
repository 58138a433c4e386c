import * as z from 'zod/mini';

export const jobParams = z.object({ job_id: z.string() });

const number = z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number'));
export const idParam = z.pipe(number, z.transform(Number));

/** Why the failure of an analysis cannot be changed. */
export const writeReplies = {
  202: { description: 'The analysis is not finished yet; nothing was changed' },
  400: { description: 'No such child job' },
  403: { description: 'You are not in ALLOWED_USERS' },
  404: { description: 'No such job, or no such test in it' },
  409: { description: 'The analysis failed' },
};

/** The replies with files that are made from a completed analysis. */
export const exportReplies = {
  202: { description: 'The analysis is not finished yet' },
  302: { description: 'Redirect to the file in cloud storage' },
  404: { description: 'No such job or file' },
  409: { description: 'The analysis failed' },
};

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
