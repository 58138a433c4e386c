import { allRows } from '#core/platform/all-rows.ts';
import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { count } from '#core/text/count.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { alertKey, type AlertMessage, type Delivery } from '../base/alert-messages.ts';
import { newsChannels } from '../base/news-channels.ts';
import { sendDeliveries, sendDigest } from '../base/raise-alert.ts';
import { jobs, type Job } from '../base/tables/job-tables.ts';
import { channelsOf } from './news-readers.ts';

type Needs = Parameters<typeof channelsOf>[0] & Pick<Platform, 'queue'>;

/** An analysis may wait for its build. */
const startedDays = 3;
const maxJobs = 30;

/** Once for each day, however often it is called: two messages about one day are one work. */
export async function endDay(
  needs: Pick<Platform, 'queue' | 'clock' | 'environment'>,
): Promise<void> {
  if (!newsChannels(needs.environment).some(({ isDaily }) => isDaily)) return;
  const yesterday = new Date(needs.clock.now().getTime() - dayMilliseconds);
  await sendDigest(needs, yesterday.toISOString().slice(0, 10));
}

/** What was new on a day in one job. */
interface News {
  readonly job_name: string;
  runs: number;
  fresh: number;
  /** That of the newest run. */
  top_error: string;
}

/** Tells each daily channel what was new on a day (UTC) in its jobs; of a day without news: nothing. */
export async function spreadDigest(
  needs: Needs,
  message: Extract<AlertMessage, { kind: 'digest' }>,
): Promise<void> {
  const { day } = message;
  const channels = new Map<string, Map<string, News>>();
  for await (const job of newsOn(needs, day)) {
    for (const { name } of await channelsOf(needs, job, { isDaily: true })) {
      const ofChannel = channels.get(name) ?? new Map<string, News>();
      channels.set(name, ofChannel);
      const { job_name, digest } = job;
      const news = ofChannel.get(job_name) ?? { job_name, runs: 0, fresh: 0, top_error: '' };
      news.runs += 1;
      news.fresh += digest?.new ?? 0;
      news.top_error = digest?.top_error ?? '';
      ofChannel.set(job_name, news);
    }
  }
  const secrets = secretsOf(needs.environment);
  await sendDeliveries(
    needs,
    [...channels].map(([name, news]): Delivery => {
      const ofJobs = [...news.values()].toSorted((one, other) => other.fresh - one.fresh);
      const masked = ofJobs.map((each) => {
        return { ...each, top_error: maskSecrets(each.top_error, secrets) };
      });
      return {
        kind: 'delivery',
        of: alertKey(message),
        channel: 'news',
        device: name,
        path: '/',
        title: `${day}: new failures in ${count(ofJobs.length, 'job')}`,
        text: textOf(masked),
        json: JSON.stringify({
          day,
          jobs: masked.map(({ fresh, ...each }) => ({ ...each, new: fresh })),
        }),
      };
    }),
  );
}

async function* newsOn(needs: Needs, day: string): AsyncGenerator<Job> {
  const begin = Date.parse(`${day}T00:00:00.000Z`);
  const to = new Date(begin + dayMilliseconds).toISOString();
  const from = new Date(begin - startedDays * dayMilliseconds).toISOString();
  for await (const rows of allRows(needs, jobs, { index: 'by_age', from, to })) {
    yield* rows.filter(
      ({ completed_at: ended, digest, repeats }) =>
        (digest?.new ?? 0) > 0 && repeats === null && ended?.startsWith(day),
    );
  }
}

function textOf(news: readonly News[]): string {
  const lines = news.slice(0, maxJobs).map(({ job_name, runs, fresh, top_error }) => {
    const error = top_error === '' ? '' : `; most frequent error: ${top_error}`;
    const name = job_name.replace(/\s+/g, ' ');
    return `${name}: ${count(fresh, 'new failure')} in ${count(runs, 'run')}${error}`;
  });
  const rest = news.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${count(rest, 'more job')}`] : [])].join('\n');
}
