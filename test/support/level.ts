const level = process.env['LANTERN_TESTS'];

/** `npm run check:deep`: the complete crash matrix, moto, the rollout, the image, the corpora. */
export const isDeep = level === 'deep';

/** `npm run check` and above: all homes, all suites. `npm test` is a look at each part. */
export const isComplete = isDeep || level === 'complete';
