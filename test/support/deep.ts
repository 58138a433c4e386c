/**
 * Set by `npm run check`, which tests everything. Without it `npm test` leaves out what takes
 * minutes: the AWS suites on moto, the rollout, the image, the complete crash matrix, and the real
 * AI programs.
 */
export const isDeep = process.env['LANTERN_TEST_DEEP'] === '1';
