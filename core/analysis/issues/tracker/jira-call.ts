import type * as z from 'zod/mini';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { whenToTryAgain } from '#core/platform/retries.ts';
import { maskSecrets } from '#core/text/mask.ts';
import type { TrackerAccess } from './tracker.ts';

/** What the parts of the client share. */
export interface Jira {
  readonly isCloud: boolean;
  readonly issueUrl: (key: string) => string;
  /** The answer, checked: another one is Failure('upstream'). */
  get<Schema extends z.ZodMiniType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  post<Schema extends z.ZodMiniType>(
    path: string,
    body: object,
    schema: Schema,
  ): Promise<z.output<Schema>>;
  /** Issues of a query with the fields; those of a new one are missing for some seconds. */
  find<Schema extends z.ZodMiniType>(
    jql: string,
    options: { readonly fields: readonly string[]; readonly limit: number },
    schema: Schema,
  ): Promise<readonly z.output<Schema>[]>;
}

/** One call of Jira's REST API; the path begins below its version. */
export type JiraCall = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

const defaultTimeoutMs = 15_000;
/** For the rate limit; a person may be waiting. */
const maxWaitMilliseconds = 4_000;
const maxReasonCharacters = 500;

/** A refused login is Failure('unauthorized'), every other refusal Failure('upstream'); see
 * refusalOf(). */
export function jiraCall(
  { fetch, clock }: Pick<Platform, 'fetch' | 'clock'>,
  access: TrackerAccess,
): JiraCall {
  const { url, email, token, verifyTls, isTrusted, signal } = access;
  const { timeoutMilliseconds = defaultTimeoutMs } = access;
  const base = `${url}/rest/api/${email === undefined ? 2 : 3}`;
  const { host } = new URL(url);
  const basic = Buffer.from(`${email}:${token}`).toString('base64');
  const authorization = email === undefined ? `Bearer ${token}` : `Basic ${basic}`;
  const name = `The tracker ${host}`;
  const reasonOf = (reply: FetchReply) =>
    maskSecrets(wordsOf(reply), [token, basic]).slice(0, maxReasonCharacters).replace(/\.$/, '');

  async function send(method: string, path: string, body: object | undefined) {
    try {
      return await fetch(`${base}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        timeoutMilliseconds,
        verifyTls,
        trusted: isTrusted,
        retries: 4,
        isOnce: true,
        maxWaitMilliseconds,
        ...(signal && { signal }),
      });
    } catch (error) {
      // The size of the tracker's answer is not the caller's.
      if (!isFailure(error, 'too-large')) throw error;
      throw new Failure('upstream', 'too_large', error.message, { cause: error });
    }
  }

  return async (method, path, body) => {
    const reply = await send(method, path, body);
    const when = whenToTryAgain(reply, clock.now());
    if (when !== undefined) {
      throw new Failure('upstream', 'rate_limited', `${name} has had too many requests: ${when}`);
    }
    if (isLoginRefused(reply)) {
      const reason = reasonOf(reply);
      const message = `${name} refused the login${reason && `: ${reason}`}. Check the tracker token${email === undefined ? '' : ' and e-mail'}.`;
      throw new Failure('unauthorized', 'tracker_login', message);
    }
    const answer = parsed(reply);
    if (reply.status > 299) {
      const reason = reasonOf(reply);
      const message = `${name} answered ${reply.status}${reason && `: ${reason}`}`;
      const { errors } = (answer ?? {}) as JiraErrors;
      const cause: JiraRefusal = { status: reply.status, fields: Object.keys(errors ?? {}) };
      throw new Failure('upstream', 'refused', message, { cause });
    }
    if (answer === undefined) throw unreadable(host);
    return answer;
  };
}

/** The answer is not as documented. */
export function unreadable(host: string): Failure {
  return new Failure('upstream', 'unreadable', `The tracker ${host} gave an unreadable answer`);
}

export interface JiraRefusal {
  readonly status: number;
  /** Names of the fields that were wrong. */
  readonly fields: readonly string[];
}

/** Undefined: the request was not refused, or not answered. */
export function refusalOf(error: unknown): JiraRefusal | undefined {
  return isFailure(error, 'upstream', 'refused') ? (error.cause as JiraRefusal) : undefined;
}

interface JiraErrors {
  readonly errorMessages?: unknown;
  readonly errors?: Readonly<Record<string, unknown>>;
}

/** A cloud answers a wrong login as it answers no login, often with 200: a header tells. */
function isLoginRefused({ status, headers }: FetchReply): boolean {
  const reason = headers['x-seraph-loginreason'] ?? '';
  return status === 401 || status === 403 || /AUTHENTICAT(?:ED_FAILED|ION_DENIED)/.test(reason);
}

function parsed(reply: FetchReply): unknown {
  try {
    return JSON.parse(reply.text()) as unknown;
  } catch {
    return undefined;
  }
}

/** Empty: it is not Jira's own answer, but probably a proxy's page. */
function wordsOf(reply: FetchReply): string {
  const { errorMessages, errors } = (parsed(reply) ?? {}) as JiraErrors;
  const messages = Array.isArray(errorMessages) ? (errorMessages as unknown[]) : [];
  const all = [...messages, ...Object.values(errors ?? {})];
  return all.filter((each) => typeof each === 'string').join(' ');
}
