import { Failure } from '#core/platform/failure.ts';

/** The key of the blob; on a laptop a file in WEBHOOK_SERVER_DATA_DIR. */
export const configurationKey = 'config.yaml';

/** `no_configuration`: nothing has been configured yet. */
export function unusable(
  reason: string,
  code: 'bad_configuration' | 'no_configuration' = 'bad_configuration',
): Failure {
  return new Failure('configuration', code, `${configurationKey}: ${reason}`);
}
