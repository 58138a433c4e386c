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
