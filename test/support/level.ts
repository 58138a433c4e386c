const level = process.env['LANTERN_TESTS'];

/** `npm run check:deep`: the complete crash matrix, the image, the corpora. */
export const isDeep = level === 'deep';

/** `npm run check` and above: all homes, all suites. `npm test` is a look at each part. */
export const isComplete = isDeep || level === 'complete';

/** All homes, and all looks of the pages. Set by vitest.config.ts when files are named. */
export const runsAll = isDeep || process.env['LANTERN_HOMES'] === 'all';
export const runsTwoHomes = isComplete && !runsAll;
