/** Stands before each failure of a test case after its first. */
export const furtherFailure = '--- A further failure of the test ---';
