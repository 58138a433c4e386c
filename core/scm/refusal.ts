import { Failure, type FailureKind, isFailure } from '#core/platform/failure.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import { isBusy, rateLimitWait, whenToTryAgain } from '#core/platform/retries.ts';
import { jsonValue } from '#core/text/json.ts';
import { maskSecrets } from '#core/text/mask.ts';
import type { ScmRequest } from './send.ts';

const kinds: Readonly<Record<number, readonly [FailureKind, code: string]>> = {
  401: ['upstream', 'bad_token'],
  403: ['upstream', 'forbidden'],
  404: ['missing', 'not_found'],
  406: ['upstream', 'not_acceptable'],
  409: ['conflict', 'conflict'],
  422: ['unprocessable', 'refused'],
};

const maxReasonCharacters = 1_000;

interface Words {
  readonly secrets?: readonly string[];
  /** Where a person corrects the token. */
  readonly tokenPlace?: string;
}

/** What the host refused, with its own words. `extra.status` is the HTTP status. */
export function refusal(
  { method, path }: ScmRequest,
  reply: FetchReply,
  now: Date,
  { secrets = [], tokenPlace = 'SCM_TOKEN or GH_TOKEN' }: Words,
): Failure {
  const { status } = reply;
  const reason = maskSecrets(reasonOf(reply), secrets).slice(0, maxReasonCharacters);
  const extra = { status };
  const when = whenToTryAgain(reply, now);
  if (when !== undefined) {
    const message = `The code host's rate limit is used up: ${when} (${reason})`;
    return new Failure('too-many', 'rate_limited', message, {
      extra: { ...extra, waitSeconds: Math.ceil((rateLimitWait(reply, now) ?? 0) / 1_000) },
    });
  }
  const [kind, code] = kinds[status] ?? ['upstream', 'failed'];
  const what = `${method} ${path.split('?', 1).join('')}`;
  const hint = status === 401 ? `: check ${tokenPlace}` : '';
  const message = `The code host answered ${status} to ${what}: ${reason}${hint}`;
  return new Failure(kind, code, message, { extra });
}

/** `message`, and the texts of `errors`, which are strings or objects. */
function reasonOf(reply: FetchReply): string {
  // Not from the API itself, it is probably a proxy's page.
  const answer = jsonValue(reply.text()) ?? {};
  const { message, errors } = answer as { message?: unknown; errors?: unknown };
  const details = Array.isArray(errors) ? errors.map(detailOf) : [];
  const parts = [typeof message === 'string' ? message : '', ...details].filter(Boolean);
  return parts.join('; ') || `status ${reply.status}`;
}

function detailOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { field, message, code } = (error ?? {}) as Record<string, unknown>;
  const parts = [field, message ?? code].filter((part) => typeof part === 'string');
  return parts.join(' ');
}

const outages = ['unreachable', 'timed_out', 'rate_limited'];

/** Whether the same may succeed later: the host could not be reached, failed, or had enough. */
export function isOutage(error: unknown): boolean {
  if (!isFailure(error)) return false;
  const { status } = error.extra;
  const isHost = typeof status === 'number' && isBusy(status);
  return isHost || error.kind === 'unavailable' || outages.includes(error.code);
}
