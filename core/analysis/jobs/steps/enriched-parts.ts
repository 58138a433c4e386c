import type { Platform } from '#core/platform/ports/platform.ts';
import { inputXml } from '../../base/job-files.ts';
import { analysisSettings } from '../../base/settings.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import { decodedText } from '../../intake/input/decoded-text.ts';
import { enrichJunit } from '../../intake/junit/enrich-junit.ts';
import { invalidXml } from '../../intake/junit/invalid-xml.ts';
import type { Assembled } from './assemble.ts';
import { failureAdditions } from './failure-additions.ts';

/** The XML of the request with the analyses of its failures in it. */
export async function* enrichedParts(
  { blobs, environment }: Pick<Platform, 'blobs' | 'environment'>,
  { id, xml_suite: place }: Pick<Job, 'id' | 'xml_suite'>,
  assembled: Pick<Assembled, 'failures' | 'places'>,
): AsyncGenerator<string, void> {
  const input = await blobs.get(inputXml(id));
  if (!input) throw new Error('the XML of the job is gone');
  const { PUBLIC_BASE_URL = '' } = analysisSettings(environment);
  const url = ['report_url', `${PUBLIC_BASE_URL}/results/${id}`] as const;
  const suite = place && assembled.failures.length > 0 ? [{ place, properties: () => [url] }] : [];
  const text = decodedText(input.body, () => invalidXml('the file is not UTF-8'));
  yield* enrichJunit(text, [...suite, ...failureAdditions(assembled)]);
}
