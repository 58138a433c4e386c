import * as z from 'zod/mini';
import { providerIds } from '#core/ai/provider-ids.ts';
import { priceSettings } from '#core/ai/prices.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { flag, parsed, settings } from '#core/platform/settings.ts';

const adminKey = 'must be set to a secret of at least 16 characters: it logs in the administrator';

function minutes(text: string): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : undefined;
}

function dollars(text: string): number | undefined {
  const value = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : undefined;
}

const groups = ['admins', 'users'] as const;

function group(initial: (typeof groups)[number]) {
  const read = (text: string) => groups.find((name) => name === text.toLowerCase());
  return z._default(parsed(`must be ${groups.join(' or ')}`, read), initial);
}

/** The documentation service's variables, read once. */
export const docsSettings = settings({
  /** logs in `admin`; at least 16 characters. All API keys are hashed with this key: changing it
   * invalidates them and logs everyone out */
  ADMIN_KEY: parsed(adminKey, (text) => (text.length >= 16 ? text : undefined)),
  /** cookies over HTTPS only, and HSTS */
  SECURE_COOKIES: flag(true),
  /** the sites below `/docs/` are readable without login */
  PUBLIC_DOCS: flag(false),
  /** `admins` or `users`: who may clone with the logins of `GIT_TOKENS` */
  GIT_TOKENS_FOR: group('admins'),
  /** `admins` or `users`: who may clone with the service's ssh key */
  SSH_CLONES: group('users'),
  /** used when a request does not say: provider_a is `claude`, provider_b `gemini`, provider_c
   * `agent`; unset: provider_a, or on a laptop without `claude` the built-in offline writer */
  AI_PROVIDER: z.optional(
    parsed(`must be one of ${providerIds.join(', ')}`, (text) =>
      providerIds.find((id) => id === text),
    ),
  ),
  /** used when a request does not say; unset: the provider's own default */
  AI_MODEL: z.optional(z.string()),
  /** a page that names what is not in the repository goes back to the model once, with the list;
   * the better of the two answers is used */
  SECOND_LOOK: flag(false),
  /** US dollars: the most that one generation may cost. It stops between pages; those that are
   * written are published, and a retry writes the others. Unset: no limit */
  MAX_COST: z.optional(parsed('must be an amount of US dollars above 0, such as 2.50', dollars)),
  /** minutes for one answer; at most 14 in the cloud, unless the stage has `worker: 'task'` */
  AI_CLI_TIMEOUT: z._default(parsed('must be a whole number of minutes above 0', minutes), 60),
});

/** Checked before the service starts, besides what its platform reads. */
export const allSettings = (environment: Environment) =>
  [docsSettings, priceSettings].map((read) => read(environment));
