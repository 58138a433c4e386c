import { createHash, timingSafeEqual } from 'node:crypto';
import { Failure, type FailureKind } from '../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { endpoints } from './endpoint.ts';
import type { ErrorKey } from './reply/errors.ts';
import type { HttpRequest } from './request/request.ts';
import { wantsHtml } from './request/wants-html.ts';

/** Callers with the service's key; every caller of a service without a key. */
interface KeyCaller {
  readonly isAllowed: boolean;
}

/** The endpoint() of a service with one bearer key. Without a key it answers to everyone: then it
 * listens on loopback addresses only (core/host/hosting.ts), and refuses in the cloud. */
export function keyEndpoints(
  errorKey: ErrorKey,
  variable: string,
  options: { readonly invalidKind?: FailureKind } = {},
) {
  return endpoints({
    ...options,
    errorKey,
    async identify(request: HttpRequest, { environment, home }: Platform) {
      const key = environment[variable]?.trim();
      const isAllowed = key ? isSame(keyIn(request), key) : home === 'local';
      return { caller: { isAllowed } };
    },
    access: {
      public: { everyone: { isAllowed: false } },
      key: {
        first({ isAllowed }: KeyCaller, request: HttpRequest) {
          if (!isAllowed) throw unauthorized(variable, request);
        },
      },
    },
  });
}

/** The bearer key, or the password that a browser asked for. */
function keyIn({ headers }: HttpRequest): string {
  const [, scheme = '', value = ''] =
    /^(bearer|basic) +(.+)$/i.exec(headers['authorization']?.trim() ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return value;
  const login = Buffer.from(value, 'base64').toString();
  return login.slice(login.indexOf(':') + 1);
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

function unauthorized(variable: string, request: HttpRequest): Failure {
  const challenge = wantsHtml(request) ? 'Basic realm="Lantern", charset="UTF-8"' : 'Bearer';
  const message = `This service needs its key: send ${variable} as a bearer token, or as the password in a browser`;
  return new Failure('unauthorized', 'unauthorized', message, {
    extra: { headers: { 'www-authenticate': challenge } },
  });
}
