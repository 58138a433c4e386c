import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { jsonValue } from '#core/text/json.ts';
import { inputFailures, inputXml, jobFolder } from '../../base/job-files.ts';
import { mayBeOther, startCharacters, unknownReport } from '../formats/detect.ts';
import type { JunitReader } from '../junit/read-junit.ts';
import type { Place } from '../../base/schema/place.ts';
import { type Job } from '../../base/tables/job-tables.ts';
import { uploads } from '../../base/tables/tables.ts';
import { readFailures, type InputFailure } from './input-failure.ts';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Blobs } from '#core/platform/ports/blobs.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock'>;

interface StoredInput {
  readonly failure_count: number;
  readonly has_xml: boolean;
  readonly xml_suite: Place | null;
  /** Tests of the XML that passed on a retry; null: none. */
  readonly retried: Job['retried'];
  readonly slowest: Job['slowest'];
}

/** Stores the input of a job while it arrives. */
export interface InputWriter {
  failure(failure: InputFailure): Promise<void>;
  /** A portion of JUnit XML, or of a report in another format, whose failures are taken from it. */
  xml(text: string): Promise<void>;
  /** `name` is the report's own, which may be empty. */
  end(): Promise<{ readonly stored: StoredInput; readonly name: string }>;
  /** Removes what is stored. */
  abandon(): Promise<void>;
}

/** Each may become a question to a model and a part of one answer. */
export const maxFailures = 10_000;
export const maxCharacters = 50_000_000;
/** A report in another format is read as a whole. */
export const maxOtherCharacters = 20_000_000;

/** A sweep removes the files if no job with this id is recorded. */
export async function inputWriter(needs: Needs, job: string): Promise<InputWriter> {
  const created_at = needs.clock.now().toISOString();
  // With the key of an interrupted request the row is there already.
  await needs.records.unsynced.put(uploads, { id: job, kind: 'input', created_at });
  const failures = blobWriter(needs, inputFailures(job));
  let xml: { readonly file: BlobWriter; readonly reader: JunitReader } | undefined;
  /** The beginning, until it tells the format; then a report in another format, to its end. */
  let start: string | undefined = '';
  let other: string | undefined;
  let count = 0;
  let characters = 0;
  /** Why the XML is invalid. What is wrong with the request's fields, or with the length, is more
   * useful to its sender, so it is thrown last. */
  let problem: Failure | undefined;

  async function failure(each: InputFailure): Promise<void> {
    count += 1;
    if (count > maxFailures) throw tooManyFailures();
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

  async function readXml(text: string): Promise<void> {
    if (problem || !xml) return;
    for (const each of read(xml.reader, text)) {
      await failure({ ...each, status: 'FAILED' });
    }
    await xml.file.write(text);
  }

  /** The beginning is known: it tells the format. */
  async function begin(text: string): Promise<void> {
    start = undefined;
    if (mayBeOther(text)) other = text;
    else await readXml(text);
  }

  async function readOther(text: string): Promise<void> {
    const { otherReport } = await import('../formats/other-report.ts');
    try {
      const report = otherReport(text);
      if (report === undefined) {
        const isBroken = jsonValue(text) === undefined;
        throw unknownReport(isBroken ? 'What is not valid JSON is' : 'This JSON is');
      }
      await readXml(report);
    } catch (error) {
      if (!isFailure(error, 'invalid')) throw error;
      problem = error;
    }
  }

  return {
    failure,
    async xml(text) {
      xml ??= await openXml();
      characters += text.length - (text.match(/[\udc00-\udfff]/g)?.length ?? 0);
      if (characters > maxCharacters) throw tooManyCharacters();
      if (other !== undefined) {
        other += text;
        if (other.length > maxOtherCharacters) throw tooLongReport();
      } else if (start === undefined) await readXml(text);
      else {
        start += text;
        if (start.length >= startCharacters) await begin(start);
      }
    },
    async end() {
      if (start !== undefined && xml) await begin(start);
      if (other !== undefined) await readOther(other);
      if (problem) throw problem;
      const ended = xml?.reader.end();
      if (ended?.foreign !== undefined)
        throw unknownReport(`Invalid XML: <${ended.foreign}> begins`);
      await Promise.all([failures.end(), xml?.file.end()]);
      const passedLater = ended?.passedLater ?? new Set();
      if (passedLater.size > 0) await leaveOut(needs, inputFailures(job), passedLater);
      const stored = {
        failure_count: count - passedLater.size,
        has_xml: xml !== undefined,
        xml_suite: ended?.suite ?? null,
        retried: ended && ended.retried.count > 0 ? ended.retried : null,
        slowest: ended && ended.slowest.length > 0 ? [...ended.slowest] : null,
      };
      return { stored, name: ended?.name ?? '' };
    },
    async abandon() {
      await Promise.all([failures.abandon(), xml?.file.abandon()]);
      await needs.blobs.deletePrefix(jobFolder(job));
      await needs.records.delete(uploads, { id: job });
    },
  };
}

/** Stores the failures again without those with these numbers. */
async function leaveOut(needs: Needs, key: string, numbers: ReadonlySet<number>): Promise<void> {
  const rest = blobWriter(needs, key);
  let number = 0;
  for await (const failure of readFailures(needs, key)) {
    if (!numbers.has(number)) await rest.write(`${JSON.stringify(failure)}\n`);
    number += 1;
  }
  await rest.end();
}

function tooManyFailures(): Failure {
  const message = `More than ${maxFailures.toLocaleString('en')} failures: split them into several analyses`;
  return new Failure('unprocessable', 'too_many_failures', message);
}

function tooLongReport(): Failure {
  const message = `raw_xml: More than ${maxOtherCharacters.toLocaleString('en')} characters: give JUnit XML, which may have more`;
  return new Failure('unprocessable', 'xml_too_long', message);
}

function tooManyCharacters(): Failure {
  const message = `raw_xml: More than ${maxCharacters.toLocaleString('en')} characters`;
  return new Failure('unprocessable', 'xml_too_long', message);
}

/** A file that is written piece by piece and appears when it is complete. */
interface BlobWriter {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  end(): Promise<void>;
  /** Nothing is stored. */
  abandon(): Promise<void>;
}

const bufferBytes = 1024 * 1024;
/** Each write costs as much as some lines. */
const portionCharacters = 32 * 1024;

function blobWriter({ blobs }: { readonly blobs: Blobs }, key: string): BlobWriter {
  const pipe = new PassThrough({ highWaterMark: bufferBytes });
  const stored = blobs.put(key, pipe);
  // A writer that waits for room gets the error from the pipe.
  stored.catch((error: unknown) => pipe.destroy(error as Error));
  // The storage's own error is thrown by end().
  pipe.on('error', () => undefined);
  let portion = '';
  return {
    async write(text) {
      portion += text;
      if (portion.length < portionCharacters) return;
      const isFree = pipe.write(portion);
      portion = '';
      if (!isFree) await Promise.race([once(pipe, 'drain'), stored]);
    },
    async end() {
      pipe.end(portion);
      await stored;
    },
    async abandon() {
      pipe.destroy(new Error('abandoned'));
      await stored.catch(() => undefined);
    },
  };
}

/** Copies the input of a job for a new one. False: there is none. */
export async function copyInput(
  { records, blobs, clock }: Pick<Platform, 'records' | 'blobs' | 'clock'>,
  { id: from, has_xml }: Pick<Job, 'id' | 'has_xml'>,
  to: string,
): Promise<boolean> {
  const files = has_xml ? [inputFailures, inputXml] : [inputFailures];
  const infos = await Promise.all(files.map((file) => blobs.head(file(from))));
  if (infos.includes(undefined)) return false;
  await records.insert(uploads, { id: to, kind: 'input', created_at: clock.now().toISOString() });
  for (const file of files) {
    const content = await blobs.get(file(from));
    if (!content) return false;
    await blobs.put(file(to), content.body);
  }
  return true;
}
