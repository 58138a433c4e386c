// The one error a caller may see. Anything else that is thrown is a bug or an outage:
// it is logged and answered with a bare 500.

export type FailureKind =
  | 'invalid' // the request makes no sense: 400
  | 'unauthorized' // who are you: 401
  | 'forbidden' // not yours to do: 403
  | 'missing' // no such thing: 404
  | 'method' // not on this path: 405
  | 'conflict' // not in this state, or somebody was faster: 409
  | 'precondition' // the caller's copy is stale: 412
  | 'too-large' // beyond a stated limit: 413
  | 'range' // no such part of the file: 416
  | 'unprocessable' // well formed, but fails validation: 422
  | 'too-many' // slow down: 429
  | 'upstream' // a system we asked failed: 502
  | 'unavailable' // storage or a dependency is away, try again: 503
  | 'configuration'; // the operator has to change a setting: exit 1 at start, else 500

export class Failure extends Error {
  readonly kind: FailureKind;
  /** Stable, snake_case, for programs; the message is for people. */
  readonly code: string;
  /** Further fields of the error body. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    options: { cause?: unknown; extra?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.code = code;
    this.extra = options.extra ?? {};
  }
}

export function isFailure(error: unknown, kind?: FailureKind, code?: string): error is Failure {
  return (
    error instanceof Failure &&
    (kind === undefined || error.kind === kind) &&
    (code === undefined || error.code === code)
  );
}

/** Why a signal aborts when the process ends, and its work goes on in another one. */
export function hostStops(): Failure {
  return new Failure('unavailable', 'host_stops', 'The host stops');
}
