/**
 * `npm run check` sets it: everything is tried. Without it `npm test` leaves out what takes minutes:
 * the AWS suites on moto, the rollout, the image, every point of a crash, and the real AI programs.
 */
export const isDeep = process.env['LANTERN_TEST_DEEP'] === '1';
