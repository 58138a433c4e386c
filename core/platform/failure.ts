// The one error that a caller may see. Any other error is logged and answered with a bare 500.

export type FailureKind =
  | 'invalid' // the request makes no sense: 400
  | 'unauthorized' // not signed in: 401
  | 'forbidden' // no permission: 403
  | 'missing' // does not exist: 404
  | 'method' // the path does not accept the method: 405
  | 'conflict' // not possible in the present state: 409
  | 'precondition' // the caller's copy is stale: 412
  | 'too-large' // above a limit: 413
  | 'range' // the file has no such part: 416
  | 'unprocessable' // well formed, but fails validation: 422
  | 'unfinished' // what it is about is still being made, try again later: 202
  | 'too-many' // too many requests: 429
  | 'upstream' // another system failed: 502
  | 'unavailable' // storage or a dependency does not answer, try again: 503
  | 'configuration'; // the operator has to change a setting: exit 1 at start, else 500

export class Failure extends Error {
  readonly kind: FailureKind;
  /** Stable snake_case text for programs; the message is for people. */
  readonly code: string;
  /** Additional fields of the error body. */
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

/** The reason of an abort when the process stops and another one continues its work. */
export function hostStops(): Failure {
  return new Failure('unavailable', 'host_stops', 'The host stops');
}

/** Repeats the attempt, which reads a row, decides and writes, while another writer comes between its
 * read and its write. */
export async function untilWritten<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isOvertaken =
        isFailure(error, 'conflict', 'changed') ||
        isFailure(error, 'conflict', 'exists') ||
        isFailure(error, 'missing', 'no_row');
      if (!isOvertaken) throw error;
    }
  }
}

/** What the work gives. Undefined: what it is about is missing. */
export async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isFailure(error, 'missing')) return undefined;
    throw error;
  }
}

/** True: the write happened. False: its row is gone, or holds something else than expected. */
export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isFailure(error, 'conflict') || isFailure(error, 'missing')) return false;
    throw error;
  }
}
