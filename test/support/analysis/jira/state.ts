export interface JiraRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface JiraReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body: unknown;
}

export const ok = (body: unknown): JiraReply => ({ status: 200, body });

export function refused(
  status: number,
  message: string,
  errors: Readonly<Record<string, string>> = {},
): JiraReply {
  return { status, body: { errorMessages: message === '' ? [] : [message], errors } };
}

export interface FakeIssue {
  readonly id: string;
  readonly key: string;
  readonly project: string;
  readonly summary: string;
  /** A text, or a document on a cloud. */
  readonly description: unknown;
  readonly labels: readonly string[];
  readonly type: string;
  readonly status: string;
  /** Null: the project has no priorities. */
  readonly priority: string | null;
  /** The id of the security level. */
  readonly security: string | null;
}

export interface FakeProject {
  readonly key: string;
  readonly name: string;
  issueTypes: { id: string; name: string; subtask: boolean; hierarchyLevel?: number }[];
  readonly levels: readonly {
    readonly id: string;
    readonly name: string;
    readonly description?: string;
  }[];
  /** Fields of the screen for new issues. */
  screen: string[];
  /** Numbers are used once, also those of issues that were deleted. */
  lastNumber: number;
}

export interface FakeJira {
  readonly kind: 'cloud' | 'server';
  origin: string;
  /** Names of accounts: of a cloud by `e-mail:token`, of a server by token. */
  readonly logins: Map<string, string>;
  readonly projects: FakeProject[];
  /** The oldest first. */
  readonly issues: FakeIssue[];
  /** Keys that a search finds: a new issue is found after index(), as with the real one, whose index
   * follows after seconds. */
  readonly indexed: Set<string>;
  index(): void;
  /** An indexed issue. */
  add(project: string, issue: Partial<FakeIssue> & { readonly summary: string }): FakeIssue;
  readonly requests: JiraRequest[];
  /** In place of the next answers: another one, a lost connection, half an answer, or nothing for
   * ever; undefined: the request is answered as usual. */
  readonly faults: (JiraReply | 'close' | 'cut' | 'silence' | undefined)[];
  /** After an answer was made: `close` loses it on its way. */
  afterAnswer: (request: JiraRequest) => 'close' | undefined;
  close(): Promise<void>;
}
