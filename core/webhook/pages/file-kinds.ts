/** Files that a person may have checked. */
export const fileKinds = ['receiver', 'repository'] as const;
export type FileKind = (typeof fileKinds)[number];
