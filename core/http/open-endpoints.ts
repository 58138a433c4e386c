import { endpoints } from './endpoint.ts';
import type { ErrorKey } from './reply/errors.ts';

/** The endpoint() of a service without users. */
export function openEndpoints(errorKey: ErrorKey) {
  return endpoints({
    errorKey,
    identify: async () => ({ caller: undefined }),
    access: { public: {} },
  });
}
