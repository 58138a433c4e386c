import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readLargeObject } from '#core/text/large-json.ts';
import { invalidXml } from '../junit/invalid-xml.ts';
import { decodedText, decodedXml } from './decoded-text.ts';
import type { FailureInput } from '../../base/schema/request.ts';
import type { DirectRequest } from './direct-request.ts';
import type { InputWriter } from './input-writer.ts';
import { openUpload } from './uploads.ts';

/** A body that arrives, and the checks of its parts. */
export interface DirectBody {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Checks the fields; those that are large are empty. Throws for wrong failures, too. */
  readonly parse: (fields: unknown) => DirectRequest;
  /** Undefined: it is wrong, or one before it was. */
  readonly parseFailure: (failure: unknown, index: number) => FailureInput | undefined;
}

/** Passes the failures or the XML of a request on while it arrives, and returns its other fields. */
export async function receiveDirect(
  needs: Pick<Platform, 'records' | 'blobs' | 'clock'>,
  { chunks, parse, parseFailure }: DirectBody,
  input: InputWriter,
): Promise<DirectRequest> {
  let isFirst = true;
  async function* portions() {
    for await (const text of decodedText(chunks, invalidJson)) {
      yield isFirst ? text.replace(/^\ufeff/, '') : text;
      isFirst = false;
    }
  }
  const rest = await readLargeObject(portions(), {
    text: 'raw_xml',
    list: 'failures',
    onText: (text) => input.xml(text),
    async onItem(json, index) {
      const failure = parseFailure(parseJson(json), index);
      if (failure) await input.failure(failure);
    },
    tooLong: (item) =>
      new Failure(
        'too-large',
        'payload_too_large',
        item === undefined
          ? 'Payload too large'
          : `failures.${item}: More than 4,000,000 characters`,
      ),
  }).catch((error: unknown) => {
    throw error instanceof SyntaxError ? invalidJson() : error;
  });
  const request = parse(parseJson(rest));
  // An empty text has no portions.
  if (request.raw_xml === '') await input.xml('');
  if (typeof request.raw_xml_upload === 'string') {
    const file = await openUpload(needs, request.raw_xml_upload);
    for await (const text of decodedXml(file, invalidXml)) await input.xml(text);
  }
  return request;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

function invalidJson(): Failure {
  return new Failure('invalid', 'invalid_json', 'Invalid JSON body');
}
