/** The text of a file that the operator's environment names. Undefined: it is absent or cannot be
 * read. */
export type ReadFile = (path: string) => Promise<string | undefined>;
