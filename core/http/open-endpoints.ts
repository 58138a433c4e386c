import { endpoints } from './endpoint.ts';
import type { ServiceHttp } from './middlewares/definition.ts';
import type { ErrorKey } from './reply/errors.ts';

/** The endpoint() of a service without users. */
export function openEndpoints(
  errorKey: ErrorKey,
  options: Pick<ServiceHttp<undefined, 'public'>, 'settings'> = {},
) {
  return endpoints({
    ...options,
    errorKey,
    identify: async () => ({ caller: undefined }),
    access: { public: {} },
  });
}
