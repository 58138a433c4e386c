import { createSign } from 'node:crypto';
import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import { shaped } from './client.ts';
import { parseExactly } from './exact-json.ts';
import { refusal } from './refusal.ts';
import type { ScmRequest, SendToScm } from './send.ts';

/** An app of the code host, of which the operator has the private key. */
export interface ScmApp {
  readonly id: string;
  /** PEM. */
  readonly privateKey: string;
}

const installation = z.object({ id: z.union([z.int(), z.string()]) });
const login = z.object({
  token: z.string(),
  expires_at: z.iso.datetime({ offset: true }),
  permissions: z.catch(z.record(z.string(), z.string()), {}),
});

export type AppLogin = z.output<typeof login>;

/** A token is good for an hour: it is renewed before a long request could outlive it. */
const renewalMilliseconds = 5 * 60_000;
/** The host takes assertions of 10 minutes at most, and compares with its own clock. */
const secondsBefore = 60;
const secondsAfter = 9 * 60;

interface Needs {
  readonly clock: Clock;
  readonly sendAs: (token: string) => SendToScm;
}

/** Logins by the repository, shared by the deliveries of a process. */
export type AppLogins = Map<string, Promise<AppLogin>>;

/**
 * Sends as the app's installation in a repository (`owner/name`). A token that the host no longer takes
 * is renewed once.
 */
export function appSender(
  { clock, sendAs }: Needs,
  app: ScmApp,
  { repository, logins }: { readonly repository: string; readonly logins: AppLogins },
): { readonly send: SendToScm; readonly login: () => Promise<AppLogin> } {
  const key = `${app.id} ${repository}`;

  async function current(): Promise<AppLogin> {
    const last = await logins.get(key)?.catch(() => undefined);
    const isGood =
      last && Date.parse(last.expires_at) - clock.now().getTime() > renewalMilliseconds;
    if (isGood) return last;
    const next = logIn();
    logins.set(key, next);
    return next;
  }

  async function logIn(): Promise<AppLogin> {
    const send = sendAs(assertion(app, clock.now()));
    const { id } = await ask(send, 'GET', `/repos/${repository}/installation`, installation);
    return ask(send, 'POST', `/app/installations/${id}/access_tokens`, login);
  }

  async function ask<Schema extends z.ZodMiniType>(
    send: SendToScm,
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const request: ScmRequest = {
      method,
      path,
      accept: 'application/vnd.github+json',
      timeoutMilliseconds: 20_000,
      maxBytes: 1024 * 1024,
    };
    const reply = await send(request);
    if (reply.status < 300) return shaped(parseExactly(reply.text()), schema);
    const words = { secrets: [app.privateKey], tokenPlace: 'scm-app-id and its private key' };
    throw refusal(request, reply, clock.now(), words);
  }

  return {
    login: current,
    async send(request): Promise<FetchReply> {
      const reply = await sendAs((await current()).token)(request);
      if (reply.status !== 401) return reply;
      logins.delete(key);
      return sendAs((await current()).token)(request);
    },
  };
}

/** A JSON web token (RFC 7519), signed with RS256, that says which app asks. */
function assertion({ id, privateKey }: ScmApp, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const claims = { iat: seconds - secondsBefore, exp: seconds + secondsAfter, iss: id };
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const text = parts.join('.');
  try {
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  } catch {
    const message = 'The private key of the app cannot be used: it has to be an RSA key in PEM';
    throw new Failure('configuration', 'bad_app_key', message);
  }
}
