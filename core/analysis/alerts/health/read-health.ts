import { cachedFor } from '#core/ai/cached-for.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { FetchRequest } from '#core/platform/ports/fetch.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { within } from '#core/platform/within.ts';
import { chooseModel } from '../../base/configuration/model.ts';
import { analysisSettings } from '../../base/settings.ts';
import { jobs } from '../../base/tables/job-tables.ts';
import type { Check, Health } from './health.ts';
import { errorRate } from './request-counts.ts';

type Needs = Pick<Platform, 'records' | 'clock' | 'environment' | 'ai' | 'fetch'>;

const probeMilliseconds = 5_000;
/** Everyone may ask: this bounds what they cause at other systems. */
const keptMilliseconds = 15_000;

const notConfigured: Check = { status: 'not_configured' };
const ok: Check = { status: 'ok' };

const caches = new WeakMap<Platform['records'], ReturnType<typeof cachedFor<Health['checks']>>>();

export async function readHealth(needs: Needs, version: string): Promise<Health> {
  const cache = caches.get(needs.records) ?? cachedFor(needs.clock, keptMilliseconds);
  caches.set(needs.records, cache);
  const checks = await cache('checks', () => readChecks(needs));
  const isWell = Object.values(checks).every(
    ({ status }) => status === 'ok' || status === 'not_configured',
  );
  const isDown = checks.database.status === 'error';
  return {
    status: isDown ? 'unhealthy' : isWell ? 'healthy' : 'degraded',
    uptime_seconds: Math.floor(process.uptime()),
    version,
    checks,
    error_rates: { last_5m: errorRate(needs, 5), last_1h: errorRate(needs, 60) },
  };
}

async function readChecks(needs: Needs): Promise<Health['checks']> {
  const server = analysisSettings(needs.environment);
  const probes = {
    database: probeDatabase(needs),
    ci: probe(needs, server.CI_URL, server.CI_SSL_VERIFY),
    ai_provider: probeProvider(needs),
    reports: probe(needs, server.REPORTS_URL, server.REPORTS_VERIFY_SSL),
    tracker: probe(needs, server.TRACKER_URL, server.TRACKER_SSL_VERIFY),
  };
  const checks = Object.entries(probes).map(async ([name, result]) => [
    name,
    await inTime(needs, result),
  ]);
  return Object.fromEntries((await Promise.all(checks)) as [string, Check][]) as Health['checks'];
}

/** The details name no hosts: everyone may read them. */
async function inTime({ clock }: Needs, result: Promise<Check>): Promise<Check> {
  const failed: Check = { status: 'error', detail: 'failed' };
  const check = await within(clock, probeMilliseconds, result).catch(() => failed);
  return check ?? { status: 'error', detail: 'no answer within 5 seconds' };
}

async function probeDatabase({ records }: Needs): Promise<Check> {
  await records.get(jobs, { id: 'job_of_the_health_check' });
  return ok;
}

/** Whether a model is configured, and its program installed where this process can tell. Asking it
 * something would cost money at each check. */
async function probeProvider({ environment, ai }: Needs): Promise<Check> {
  try {
    const { ai_provider } = chooseModel(environment, {});
    const { title, kind, isMissing } = await ai.program(ai_provider);
    if (isMissing) return { status: 'error', detail: `${title} is not installed` };
    if (kind !== 'offline') return ok;
    return { status: 'degraded', detail: 'no AI is installed: the offline analyst answers' };
  } catch (error) {
    if (!isFailure(error, 'invalid')) throw error;
    const isMissing = error.code === 'no_model';
    return isMissing ? notConfigured : { status: 'error', detail: error.message };
  }
}

/** Any answer of an HTTP server below 500 will do: no credentials are sent. */
async function probe(
  { fetch }: Needs,
  url: string | undefined,
  verifyTls: boolean,
): Promise<Check> {
  if (url === undefined) return notConfigured;
  const request: FetchRequest = {
    method: 'HEAD',
    timeoutMilliseconds: probeMilliseconds,
    trusted: true,
    verifyTls,
  };
  try {
    const { status } = await fetch(url, request);
    // 501: it does not know HEAD.
    if (status < 500 || status === 501) return ok;
    return { status: 'error', detail: `answered ${status}` };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { status: 'error', detail: 'not reachable' };
  }
}
