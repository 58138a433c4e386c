const level = process.env['LANTERN_TESTS'];

/** `npm run check:deep`: the complete crash matrix, the image, the corpora. */
export const isDeep = level === 'deep';

/** `npm run check` and above: all homes, all suites. `npm test` is a look at each part. */
export const isComplete = isDeep || level === 'complete';

/** Set by vitest.config.ts when files are named: those run on all homes at every level. */
export const runsAllHomes = isDeep || process.env['LANTERN_HOMES'] === 'all';
export const runsTwoHomes = isComplete && !runsAllHomes;
