import { Failure, type FailureKind } from '../platform/failure.ts';
import { maskSecrets } from '../text/mask.ts';
import type { ScmReply, ScmRequest } from './send.ts';

const kinds: Readonly<Record<number, readonly [FailureKind, code: string]>> = {
  401: ['upstream', 'bad_token'],
  403: ['upstream', 'forbidden'],
  404: ['missing', 'not_found'],
  406: ['upstream', 'not_acceptable'],
  409: ['conflict', 'conflict'],
  422: ['unprocessable', 'refused'],
};

const mostCharacters = 1_000;

interface Words {
  readonly secrets?: readonly string[];
  /** Where a person corrects the token. */
  readonly tokenPlace?: string;
}

/** What the host refused, with its own words. `extra.status` is the HTTP status. */
export function refusal(
  { method, path }: ScmRequest,
  reply: ScmReply,
  waitMilliseconds: number | undefined,
  { secrets = [], tokenPlace = 'SCM_TOKEN or GH_TOKEN' }: Words,
): Failure {
  const { status } = reply;
  const reason = maskSecrets(reasonOf(reply), secrets).slice(0, mostCharacters);
  const extra = { status };
  if (waitMilliseconds !== undefined) {
    const seconds = Math.ceil(waitMilliseconds / 1_000);
    const message = `The code host's rate limit is used up: try again in ${seconds} s (${reason})`;
    return new Failure('too-many', 'rate_limited', message, { extra });
  }
  const [kind, code] = kinds[status] ?? ['upstream', 'failed'];
  const what = `${method} ${path.split('?', 1).join('')}`;
  const hint = status === 401 ? `: check ${tokenPlace}` : '';
  const message = `The code host answered ${status} to ${what}: ${reason}${hint}`;
  return new Failure(kind, code, message, { extra });
}

/** `message`, and the texts of `errors`, which are strings or objects. */
function reasonOf({ text, status }: ScmReply): string {
  try {
    const { message, errors } = JSON.parse(text) as { message?: unknown; errors?: unknown };
    const details = Array.isArray(errors) ? errors.map(detailOf) : [];
    const parts = [typeof message === 'string' ? message : '', ...details].filter(Boolean);
    if (parts.length > 0) return parts.join('; ');
  } catch {
    // Not from the API itself: probably a proxy's page.
  }
  return `status ${status}`;
}

function detailOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { field, message, code } = (error ?? {}) as Record<string, unknown>;
  const parts = [field, message ?? code].filter((part) => typeof part === 'string');
  return parts.join(' ');
}
