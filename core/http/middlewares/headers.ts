import { adds } from './chain.ts';
import type { ServiceHttp, With } from './definition.ts';

/** Finds the service's headers before anything is done: a wrong setting changes no data. */
export function headers(service: Pick<ServiceHttp<never, never>, 'headers'>) {
  return {
    before: adds(({ platform }: With<'platform'>) => ({
      headers: service.headers?.(platform.environment) ?? {},
    })),
  };
}
