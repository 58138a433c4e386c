import type { Pull } from './log-subject.ts';

/** The log of one delivery: masked entries with its hook id, event, repository, sender and pull
 * request, and the steps for its summary. */
export interface DeliveryLog {
  debug(message: string): void;
  info(message: string): void;
  success(message: string): void;
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
