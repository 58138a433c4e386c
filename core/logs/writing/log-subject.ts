/** The delivery that entries are about. */
export interface LogSubject {
  /** The hook id. */
  readonly id: string;
  readonly event: string;
  readonly action: string | undefined;
  readonly sender: string | undefined;
  /** The full name. */
  readonly repository: string;
  readonly repositoryName: string;
  readonly pull: Pull | undefined;
}

export interface Pull {
  readonly number: number;
  readonly title: string | null;
  readonly author: string | null;
}
