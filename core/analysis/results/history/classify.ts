import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { notBlank } from '../../base/schema/request.ts';
import { classificationRecord } from '../../base/schema/records.ts';
import type { ClassificationList } from '../../base/schema/views.ts';
import { testClassifications } from '../../base/tables/tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

const text = (most: number) =>
  z._default(z.string().check(z.maxLength(most, `must have at most ${most} characters`)), '');
const name = z.string().check(notBlank, z.maxLength(1_000, 'must have at most 1000 characters'));

export const classifyBody = z.object({
  test_name: name,
  /** Free, such as FLAKY or KNOWN BUG. */
  classification: name.check(z.maxLength(100, 'must have at most 100 characters')),
  job_name: text(1_000),
  parent_job_name: text(1_000),
  reason: text(10_000),
  references_info: text(10_000),
  job_id: text(200),
  child_build_number: z._default(z.int().check(z.gte(0)), 0),
});

/** Records what a person says that a test is. Gives the id. */
export async function classify(
  { records, clock }: Needs,
  { username }: Pick<Caller, 'username'>,
  body: z.output<typeof classifyBody>,
): Promise<number> {
  const id = await records.nextId('analysis_test_classifications');
  const created_at = clock.now().toISOString();
  await records.insert(testClassifications, { id, ...body, created_by: username, created_at });
  return id;
}

interface Wanted {
  readonly test_name?: string | undefined;
  readonly job_name?: string | undefined;
  readonly classification?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The newest first. */
export async function listClassifications(
  { records }: Pick<Platform, 'records'>,
  { test_name, job_name, classification, limit, offset }: Wanted,
): Promise<ClassificationList> {
  const { rows, total = 0 } = await records.list(testClassifications, {
    ...(test_name === undefined ? { index: 'by_age' } : { index: 'by_test', where: { test_name } }),
    filter: {
      ...(job_name !== undefined && { job_name }),
      ...(classification !== undefined && { classification }),
    },
    order: 'descending',
    limit,
    offset,
    total: true,
  });
  return { classifications: rows.map((row) => classificationRecord.parse(row)), total };
}
