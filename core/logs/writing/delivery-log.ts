/** The type of steps that an evaluation adds to a delivery. */
export const evaluationTask = 'evaluation';

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
  /** The steps come after the delivery's own, and end no run of it. */
  readonly isEvaluation?: boolean;
}

export interface Pull {
  readonly number: number;
  readonly title: string | null;
  readonly author: string | null;
}

/** The log of one delivery: masked entries with its hook id, event, repository, sender and pull
 * request, and the steps for its summary. */
export interface DeliveryLog {
  info(message: string): void;
  warning(message: string): void;
  error(message: string, error?: unknown): void;

  /**
   * Records the step as started, and as completed or failed when the work ends. The details that the
   * work returns are kept with the step. A failed step makes the delivery `partial`; the error is
   * thrown again.
   */
  step<Details extends Readonly<Record<string, unknown>> | void>(
    name: string,
    work: () => Promise<Details>,
  ): Promise<Details>;

  /** For summary and entries, as soon as a handler knows them. */
  pullRequest(pull: Pull): void;
}
