import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readUserTokens } from '../../people/user-tokens.ts';
import { readCapabilities } from '../../base/configuration/capabilities.ts';
import type { Effective } from '../../base/configuration/effective.ts';
import { originOf } from '../../base/schema/repository.ts';
import { analysisSettings } from '../../base/settings.ts';
import type { trackerLogin } from './choice-schema.ts';
import type { TrackerAccess } from './tracker.ts';

type Needs = Pick<Platform, 'environment' | 'records' | 'clock' | 'secrets'>;

type Login = z.output<z.ZodMiniObject<typeof trackerLogin>>;

/** A person waits, and a request of the cloud ends after 29 s. */
const routeTimeoutMs = 8_000;

export function assertTrackerIssues(environment: Environment): void {
  if (readCapabilities(environment).tracker_issues_enabled) return;
  const message =
    'Issues in the tracker are disabled on this server: ENABLE_TRACKER_ISSUES is false';
  throw new Failure('forbidden', 'tracker_issues_disabled', message);
}

/**
 * The server's tracker with the request's token, else the caller's stored one, else the server's. It
 * is never the tracker of a job: the person who starts an analysis names that one, and would receive
 * the tokens of everyone who opens its page.
 */
export async function trackerAccess(
  needs: Needs,
  caller: Caller,
  login: Login,
): Promise<TrackerAccess> {
  const server = analysisSettings(needs.environment);
  const { TRACKER_URL: url, TRACKER_EMAIL, TRACKER_SSL_VERIFY: verifyTls } = server;
  if (url === undefined) {
    const message = 'No tracker is configured: set TRACKER_URL on the server';
    throw new Failure('invalid', 'no_tracker', message);
  }
  const own = serverToken(TRACKER_EMAIL, server.TRACKER_API_TOKEN, server.TRACKER_PAT);
  const stored = caller.username === '' ? undefined : await readUserTokens(needs, caller);
  const ownToken = login.tracker_token.trim() || stored?.tracker_token;
  const token = ownToken || own;
  if (token === undefined) {
    const message =
      'No token for the tracker: send tracker_token, store one under Settings, or set TRACKER_API_TOKEN or TRACKER_PAT on the server';
    throw new Failure('invalid', 'no_tracker_token', message);
  }
  // Without an e-mail of their own it is a token of the server's account.
  const email = ownToken ? login.tracker_email.trim() || stored?.tracker_email : undefined;
  return {
    url,
    verifyTls,
    token,
    email: email || TRACKER_EMAIL,
    isTrusted: true,
    timeoutMilliseconds: routeTimeoutMs,
  };
}

/** The tracker of an analysis; undefined: it has none, or no login for it. */
export function jobTrackerAccess(
  environment: Environment,
  { params, secrets }: Effective,
  signal: AbortSignal,
): TrackerAccess | undefined {
  const { tracker_url: url, tracker_ssl_verify: verifyTls } = params;
  const { tracker_email: email, tracker_api_token, tracker_pat } = secrets;
  const token = serverToken(email, tracker_api_token, tracker_pat);
  if (url === null || token === undefined) return undefined;
  const isTrusted = originOf(url) === originOf(analysisSettings(environment).TRACKER_URL);
  return { url, email, token, verifyTls, isTrusted, signal };
}

/** An API token is meant for a cloud, a personal one for a server. */
function serverToken(
  email: string | undefined,
  apiToken: string | undefined,
  personal: string | undefined,
): string | undefined {
  return email === undefined ? (personal ?? apiToken) : (apiToken ?? personal);
}
