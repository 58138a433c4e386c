import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { inputFailures } from '../../base/job-files.ts';
import { place } from '../../base/schema/place.ts';
import { failureInput } from '../../base/schema/request.ts';
import { decodedText } from './decoded-text.ts';

/** A failure of the input file. */
export const inputFailure = z.object({
  ...failureInput.shape,
  /** Where the XML takes its analysis; absent: the request had no XML. */
  place: z.optional(place),
  /** What the test printed. */
  output: z.optional(z.string()),
});
export type InputFailure = z.output<typeof inputFailure>;

/** In characters; a longer name is cut. */
const maxTestNameLength = 2_000;

/** The failures of a direct analysis in their order. Failure('invalid', 'no_input'): the file is
 * gone. */
export function readInput(needs: Pick<Platform, 'blobs'>, job: string) {
  return readFailures(needs, inputFailures(job));
}

export async function* readFailures(
  { blobs }: Pick<Platform, 'blobs'>,
  key: string,
): AsyncGenerator<InputFailure, void> {
  const file = await blobs.get(key);
  if (!file) throw new Failure('invalid', 'no_input', 'The input of the analysis is gone');
  const broken = () => new Failure('invalid', 'bad_input', 'The input of the analysis is damaged');
  let text = '';
  for await (const portion of decodedText(file.body, broken)) {
    text += portion;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const failure = JSON.parse(line) as InputFailure;
      failure.test_name = failure.test_name.slice(0, maxTestNameLength).toWellFormed();
      yield failure;
    }
  }
}
