import { randomUUID } from 'node:crypto';
import type { Caller } from '../../identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { effectiveSettings } from '../configuration/effective.ts';
import { inputWriter } from '../input/input-writer.ts';
import { receiveDirect, type DirectBody } from '../input/receive-direct.ts';
import type { Job } from '../tables.ts';
import { startJob } from './start-job.ts';

type Needs = Pick<
  Platform,
  ('records' | 'blobs' | 'queue' | 'clock' | 'ai') | ('environment' | 'secrets' | 'log')
>;

/** Accepts failures or JUnit XML: when it resolves, the input and the job are stored. */
export async function analyzeFailures(
  needs: Needs,
  caller: Caller,
  body: DirectBody,
): Promise<Stored<Job>> {
  const id = `job_${randomUUID()}`;
  const input = await inputWriter(needs, id);
  try {
    const {
      failures: _failures,
      raw_xml: _xml,
      raw_xml_upload: _upload,
      ...shared
    } = await receiveDirect(needs, body, input);
    const effective = effectiveSettings(needs.environment, shared);
    const stored = await input.end();
    const job = { id, kind: 'direct' as const, repeats: null, ...stored };
    return await startJob(needs, caller, job, effective);
  } catch (error) {
    await input.abandon();
    throw error;
  }
}
