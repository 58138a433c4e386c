import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { allRows } from '#core/platform/all-rows.ts';
import { listDashboard } from '../list-dashboard.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import {
  isEmpty,
  isWanted,
  merged,
  type JobMetadata,
  type Metadata,
  type MetadataFilter,
  noMetadata,
} from './metadata.ts';
import { jobLabels, unlessTooLong } from '../../base/tables/metadata-tables.ts';
import { readRules } from './read-rules.ts';
import { dashboardRow } from '../../base/schema/views.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'readFile' | 'log'>;
type Row = Stored<ReturnType<typeof jobLabels.parse>>;

/** What is set for a job, completed by the rules. */
export async function metadataOf(needs: Needs, job_name: string): Promise<Metadata> {
  const [row, { match }] = await Promise.all([
    unlessTooLong(needs.records.get(jobLabels, { job_name })),
    readRules(needs),
  ]);
  return merged([...(row ? [setIn(row)] : []), match(job_name).metadata]);
}

/** Failure('missing'): nothing is known. */
export async function readMetadata(needs: Needs, job_name: string): Promise<JobMetadata> {
  const metadata = await metadataOf(needs, job_name);
  if (isEmpty(metadata)) {
    throw new Failure('missing', 'no_metadata', `No metadata is known for job '${job_name}'`);
  }
  return { job_name, ...metadata, labels: [...metadata.labels] };
}

/** The metadata of the jobs of the newest 500 analyses, and of those for which something is set, by name. */
export function readAllMetadata(needs: Needs): Promise<ReadonlyMap<string, Metadata>> {
  return whileUnchanged(needs.records, 'metadata', async () => {
    const [{ match }, entries, rows] = await Promise.all([
      readRules(needs),
      listDashboard(needs),
      allSet(needs),
    ]);
    const analyzed = entries.flatMap(({ job_name }) => job_name ?? []);
    const names = new Set([...analyzed, ...rows.keys()]);
    return new Map(
      [...names].toSorted().map((name) => {
        const row = rows.get(name);
        return [name, merged([...(row ? [setIn(row)] : []), match(name).metadata])];
      }),
    );
  });
}

/** The jobs of which something is known. */
export async function listMetadata(needs: Needs, filter: MetadataFilter): Promise<JobMetadata[]> {
  return [...(await readAllMetadata(needs))]
    .filter(([, metadata]) => !isEmpty(metadata) && isWanted(metadata, filter))
    .map(([job_name, metadata]) => ({ job_name, ...metadata, labels: [...metadata.labels] }));
}

async function allSet(needs: Needs): Promise<ReadonlyMap<string, Row>> {
  const byName = new Map<string, Row>();
  for await (const rows of allRows(needs, jobLabels, {})) {
    for (const row of rows) byName.set(row.job_name, row);
  }
  return byName;
}

function setIn({ team, tier, job_version: version, labels }: Row): Metadata {
  return { team, tier, version, labels };
}

/** The newest analyses, of the jobs that are wanted, as the interface answers them. */
export function dashboardText(needs: Needs, filter: MetadataFilter): Promise<string> {
  return whileUnchanged(needs.records, `rows ${JSON.stringify(filter)}`, async () => {
    const [all, metadata] = await Promise.all([listDashboard(needs), readAllMetadata(needs)]);
    const rows = all.filter(({ job_name = '' }) =>
      isWanted(metadata.get(job_name) ?? noMetadata, filter),
    );
    return JSON.stringify(rows.map((row) => dashboardRow.parse(row)));
  });
}
