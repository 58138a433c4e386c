import { Failure } from '#core/platform/failure.ts';

/** The key of the blob; on a laptop a file in WEBHOOK_SERVER_DATA_DIR. */
export const configurationKey = 'config.yaml';

export function unusable(reason: string): Failure {
  return new Failure('configuration', 'bad_configuration', `${configurationKey}: ${reason}`);
}
