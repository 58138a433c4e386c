import type { Platform } from '#core/platform/ports/platform.ts';
import { newsChannels, type NewsChannel } from '../base/news-channels.ts';
import type { Job } from '../base/tables/job-tables.ts';
import { nameOf } from '../jobs/compare/test-names.ts';
import { failuresOf } from '../jobs/record-history.ts';
import { readResult } from '../jobs/read-stored-result.ts';
import { causeOwners, readOwnerRules } from '../results/cause-owners.ts';
import { readComparison } from '../results/compare.ts';
import { metadataOf } from '../results/metadata/read-metadata.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock' | 'environment' | 'readFile' | 'log'>;

/** The channels of a job's team and labels, and of the owners of the code that its new failures are
 * about; without one the default. */
export async function channelsOf(
  needs: Needs,
  job: Job,
  { isDaily }: Pick<NewsChannel, 'isDaily'>,
): Promise<readonly NewsChannel[]> {
  const all = newsChannels(needs.environment);
  const isAsked = (channel: NewsChannel) => channel.isDaily === isDaily;
  if (!all.some(isAsked)) return [];
  const { team, labels } = await metadataOf(needs, job.job_name);
  const hasOwners = all.some(({ reader }) => reader.startsWith('@'));
  const owners = hasOwners ? await ownersOfNew(needs, job) : [];
  const readers = new Set([team, ...labels, ...owners].map((name) => name?.toLowerCase()));
  const own = all.filter(({ reader }) => reader !== 'default' && readers.has(reader));
  // Who is told once a day has a channel: the default one is not for them.
  const channels = own.length > 0 ? own : all.filter(({ reader }) => reader === 'default');
  return channels.filter(isAsked);
}

async function ownersOfNew(needs: Needs, job: Job): Promise<string[]> {
  const rules = await readOwnerRules(needs, job);
  if (rules.length === 0) return [];
  const [{ compared_with, new: names }, result] = await Promise.all([
    readComparison(needs, job.id),
    readResult(needs, job),
  ]);
  const fresh = new Set(names);
  const owners = Array.from(failuresOf(result), ({ child_job_name, failure }) => {
    const name = nameOf({ child_job_name, test_name: failure.test_name });
    const isNew = compared_with === null || fresh.has(name);
    return isNew ? causeOwners(rules, failure.analysis, job) : [];
  });
  return [...new Set(owners.flat())];
}
