import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { inputFailures, inputXml, jobFolder } from '#core/analysis/base/job-files.ts';
import type { JunitReader } from '../junit/read-junit.ts';
import type { Place } from '#core/analysis/base/schema/place.ts';
import { uploads } from '#core/analysis/base/tables/tables.ts';
import { blobWriter, type BlobWriter } from './blob-writer.ts';
import type { InputFailure } from './input-failure.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock'>;

export interface StoredInput {
  readonly failure_count: number;
  readonly has_xml: boolean;
  readonly xml_suite: Place | null;
}

/** Stores the input of a job while it arrives. */
export interface InputWriter {
  failure(failure: InputFailure): Promise<void>;
  /** A portion of JUnit XML, whose failures are taken from it. */
  xml(text: string): Promise<void>;
  end(): Promise<StoredInput>;
  /** Removes what is stored. */
  abandon(): Promise<void>;
}

/** Each may become a question to a model and a part of one answer. */
export const mostFailures = 10_000;
export const mostCharacters = 50_000_000;

/** A sweep removes the files if no job with this id is recorded. */
export async function inputWriter(needs: Needs, job: string): Promise<InputWriter> {
  const created_at = needs.clock.now().toISOString();
  // With the key of an interrupted request the row is there already.
  await needs.records.put(uploads, { id: job, kind: 'input', created_at });
  const failures = blobWriter(needs, inputFailures(job));
  let xml: { readonly file: BlobWriter; readonly reader: JunitReader } | undefined;
  let count = 0;
  let characters = 0;
  /** Why the XML is invalid. What is wrong with the request's fields, or with the length, is more
   * useful to its sender, so it is thrown last. */
  let problem: Failure | undefined;

  async function failure(each: InputFailure): Promise<void> {
    count += 1;
    if (count > mostFailures) throw tooManyFailures();
    await failures.write(`${JSON.stringify(each)}\n`);
  }

  function read(reader: JunitReader, text: string) {
    try {
      return reader.write(text);
    } catch (error) {
      if (!isFailure(error, 'invalid')) throw error;
      problem = error;
      return [];
    }
  }

  async function openXml() {
    // Most requests have no XML.
    const { junitReader } = await import('../junit/read-junit.ts');
    return { file: blobWriter(needs, inputXml(job)), reader: junitReader() };
  }

  return {
    failure,
    async xml(text) {
      xml ??= await openXml();
      characters += text.length - (text.match(/[\udc00-\udfff]/g)?.length ?? 0);
      if (characters > mostCharacters) throw tooManyCharacters();
      if (problem) return;
      for (const found of read(xml.reader, text)) {
        await failure({ ...found, status: 'FAILED' });
      }
      await xml.file.write(text);
    },
    async end() {
      if (problem) throw problem;
      const suite = xml?.reader.end();
      await Promise.all([failures.end(), xml?.file.end()]);
      return { failure_count: count, has_xml: xml !== undefined, xml_suite: suite ?? null };
    },
    async abandon() {
      await Promise.all([failures.abandon(), xml?.file.abandon()]);
      await needs.blobs.deletePrefix(jobFolder(job));
      await needs.records.delete(uploads, { id: job });
    },
  };
}

function tooManyFailures(): Failure {
  const message = `More than ${mostFailures.toLocaleString('en')} failures: split them into several analyses`;
  return new Failure('unprocessable', 'too_many_failures', message);
}

function tooManyCharacters(): Failure {
  const message = `raw_xml: More than ${mostCharacters.toLocaleString('en')} characters`;
  return new Failure('unprocessable', 'xml_too_long', message);
}
