import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import { cachedFor } from '#core/ai/cached-for.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readTokenUsage } from '../../results/token-usage.ts';
import { jobStatus } from '../../base/schema/result.ts';
import { jobs } from '../../base/tables/job-tables.ts';
import { requestClasses } from './request-counts.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

const keptMilliseconds = 15_000;
const caches = new WeakMap<Platform['records'], ReturnType<typeof cachedFor<string>>>();

/** In the text format of Prometheus. Requests are those of this process; jobs and calls those of the
 * database, so that they are right whichever process answers. */
export async function readMetrics(needs: Needs): Promise<string> {
  const cache = caches.get(needs.records) ?? cachedFor(needs.clock, keptMilliseconds);
  caches.set(needs.records, cache);
  const requests = requestClasses(needs).map(([name, value]): Sample => [{ class: name }, value]);
  return [
    metric('lantern_requests_total', 'counter', 'Answers of this process by status.', requests),
    await cache('stored', () => storedMetrics(needs)),
  ].join('');
}

async function storedMetrics(needs: Needs): Promise<string> {
  const start_date = new Date(needs.clock.now().getTime() - dayMilliseconds).toISOString();
  const [statuses, { breakdown }] = await Promise.all([
    jobSamples(needs),
    readTokenUsage(needs, { start_date, group_by: 'model' }),
  ]);
  const calls = breakdown.map(({ group, calls }): Sample => [{ ai_model: group }, calls]);
  const tokens = breakdown.flatMap(({ group, input_tokens, output_tokens }): Sample[] => [
    [{ ai_model: group, direction: 'input' }, input_tokens],
    [{ ai_model: group, direction: 'output' }, output_tokens],
  ]);
  return [
    metric('lantern_jobs', 'gauge', 'Analyses by status.', statuses),
    metric('lantern_ai_calls_24h', 'gauge', 'Calls of models in 24 hours.', calls),
    metric('lantern_ai_tokens_24h', 'gauge', 'Reported tokens of these calls.', tokens),
  ].join('');
}

async function jobSamples({ records }: Needs): Promise<Sample[]> {
  const samples = jobStatus.options.map(async (status): Promise<Sample> => {
    const query = { index: 'by_lease', where: { status }, limit: 1, total: true };
    return [{ status }, (await records.list(jobs, query)).total ?? 0];
  });
  return Promise.all(samples);
}

function metric(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}{${pairs.join(',')}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}
