import type { Platform } from '#core/platform/ports/platform.ts';
import type { Job } from '../base/tables/job-tables.ts';
import { readInput } from '../intake/input/input-failure.ts';
import { readResult } from '../jobs/read-stored-result.ts';
import { enrichedParts } from '../jobs/steps/enriched-parts.ts';
import type { Place } from '../base/schema/place.ts';
import { overlaid } from './overlay.ts';

/** The XML of the request with the classes that hold now. */
export async function* correctedXml(
  needs: Pick<Platform, 'blobs' | 'environment'>,
  job: Job,
): AsyncGenerator<string, void> {
  const { failures } = overlaid(await readResult(needs, job), job.overrides);
  const places: (Place | undefined)[] = [];
  for await (const { place } of readInput(needs, job.id)) {
    const failure = failures[places.length];
    // A person's class is written where the model did not answer, too.
    const isSilent = failure?.is_unanswered === true && failure.analysis.classification === '';
    places.push(isSilent ? undefined : place);
  }
  yield* enrichedParts(needs, job, { failures, places });
}
