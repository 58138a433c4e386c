import { createHash, timingSafeEqual } from 'node:crypto';
import { Failure, type FailureKind } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { endpoints } from './endpoint.ts';
import type { ErrorKey } from './reply/errors.ts';
import { isOwnOrigin } from './request/origin.ts';
import type { HttpRequest } from './request/request.ts';
import { wantsHtml } from './request/wants-html.ts';

/** Callers with the service's key; every caller of a service without a key. */
interface KeyCaller {
  readonly isAllowed: boolean;
}

/** A page of another site can send a POST to a loopback address, and the password that the browser
 * remembers goes with it (S12). Programs send no Origin. */
function assertOrigin({ headers }: HttpRequest): void {
  if (headers['origin'] === undefined || isOwnOrigin(headers)) return;
  const message = 'This service does not answer to pages of another origin';
  throw new Failure('forbidden', 'foreign_origin', message);
}

/** The endpoint() of a service with one bearer key. Without a key it answers to everyone: then it
 * listens on loopback addresses only (core/host/service/hosting.ts), and refuses in the cloud. */
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
      const isAllowed = key ? isSame(keyIn(request), key) : home.isOneMachine;
      return { caller: { isAllowed } };
    },
    access: {
      public: { everyone: { isAllowed: false } },
      key: {
        first({ isAllowed }: KeyCaller, request: HttpRequest) {
          assertOrigin(request);
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
