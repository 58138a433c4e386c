import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { environment } from '#core/platform/config.ts';
import { lazy } from '#core/platform/lazy.ts';
import { openAws } from './open-aws.ts';

/** The platform of a deployed function, opened once per process. A local host passes its own platform
 * in the context instead. */
export const platform = lazy(async () => {
  const { cloudEnvironment } = await import('./cloud-environment.ts');
  const clients = awsClients();
  return openAws({ environment: await cloudEnvironment(environment(), clients), clients });
});
