import fc from 'fast-check';

// The same cases at every run, so that a failure can be repeated. Other cases:
// LANTERN_TEST_SEED=<integer>.
export const seed = Number(process.env['LANTERN_TEST_SEED'] ?? 1_729);

fc.configureGlobal({ seed });

export default fc;
