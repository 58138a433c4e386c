export type NameKind = 'file' | 'script' | 'variable' | 'identifier' | 'flag';

/** What a page names of the repository. */
export interface Name {
  readonly kind: NameKind;
  /** As the page writes it, without quotes and arguments. */
  readonly name: string;
  /** Set: known from a manifest. */
  readonly isFound?: boolean;
}
