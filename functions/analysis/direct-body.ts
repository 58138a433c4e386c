import * as z from 'zod/mini';
import { directRequest } from '#core/analysis/intake/input/direct-request.ts';
import type { DirectBody } from '#core/analysis/intake/input/receive-direct.ts';
import { failureInput } from '#core/analysis/base/schema/request.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { validate } from '#core/http/request/validate.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** In bytes: 50,000,000 characters, each of which JSON may write in six. */
export const directBodyLimit = 301_000_000;
/** In bytes: a larger one does not fit into the event of a function. */
const cloudLimit = 4_000_000;

const oneFailure = z.object({ failures: z.record(z.string(), failureInput) });

/** The body of POST /analyze-failures with the checks of its parts. */
export function directBody(
  { home }: Pick<Platform, 'home'>,
  request: HttpRequest,
  authorize: () => void,
): DirectBody {
  return {
    chunks: home === 'aws' ? inCloud(request) : request.stream(directBodyLimit),
    parse(fields) {
      const parsed = validate(directRequest, fields, 'body');
      authorize();
      return parsed;
    },
    parseFailure(failure, index) {
      const { data } = failureInput.safeParse(failure);
      if (data) return data;
      // So that messages name the failure by its index.
      const { failures } = validate(oneFailure, { failures: { [index]: failure } }, 'body');
      return failures[index] as z.output<typeof failureInput>;
    },
  };
}

async function* inCloud(request: HttpRequest): AsyncGenerator<Uint8Array, void> {
  try {
    yield* request.stream(cloudLimit);
  } catch (error) {
    if (!isFailure(error, 'too-large')) throw error;
    const message =
      'A body may have 4 MB here: send the XML to the address that POST /uploads gives, and its upload_id as raw_xml_upload';
    throw new Failure('too-large', 'payload_too_large', message);
  }
}
