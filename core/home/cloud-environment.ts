import * as z from 'zod/mini';
import type { AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { readParameters } from '#core/platform/adapters/aws/secrets/parameters.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { list, settings } from '#core/platform/settings.ts';

const secretSettings = settings({
  /** Names of SSM parameters, each with its version; the last part of the path is the variable. */
  LANTERN_SECRETS: list(','),
  AWS_ENDPOINT_URL: z.optional(z.string()),
  AWS_ENDPOINT_URL_SSM: z.optional(z.string()),
});

/**
 * Adds the secrets that LANTERN_SECRETS names to the environment; variables of the environment win.
 * The rollout writes the version of each secret beside its name: a new value changes the function's
 * settings, and AWS starts new processes.
 */
export async function cloudEnvironment(
  environment: Environment,
  clients: Pick<AwsClients, 'dynamodb'>,
): Promise<Environment> {
  const { LANTERN_SECRETS: names, ...endpoints } = secretSettings(environment);
  if (names.length === 0) return environment;
  const endpoint = endpoints.AWS_ENDPOINT_URL_SSM ?? endpoints.AWS_ENDPOINT_URL;
  const values = await readParameters(names, {
    client: clients.dynamodb,
    ...(endpoint !== undefined && { endpoint }),
  });
  const secrets: Record<string, string> = {};
  for (const [name, value] of values) secrets[name.slice(name.lastIndexOf('/') + 1)] = value;
  return Object.freeze({ ...secrets, ...environment });
}
