/**
 * Set by `npm run check`, which tests everything. Without it `npm test` leaves out what takes
 * minutes: the AWS suites on moto, all but one AWS suite of each service, the rollout, the image, the
 * complete crash matrix, the corpora in a browser, and the real AI programs.
 */
export const isDeep = process.env['LANTERN_TEST_DEEP'] === '1';
