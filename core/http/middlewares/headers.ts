import { adds } from './chain.ts';
import type { ServiceHttp, With } from './definition.ts';

/** Reads the settings and finds the headers before anything is done: a wrong setting changes no data. */
export function headers(service: Pick<ServiceHttp<never, never>, 'headers' | 'settings'>) {
  return {
    before: adds(({ platform: { environment } }: With<'platform'>) => {
      service.settings?.(environment);
      return { headers: service.headers?.(environment) ?? {} };
    }),
  };
}
