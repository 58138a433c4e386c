import { readFile } from 'node:fs/promises';
import { buffer as readAll } from 'node:stream/consumers';
import { mayBeOther } from '#core/analysis/intake/formats/detect.ts';
import { otherReport } from '#core/analysis/intake/formats/other-report.ts';
import { junitReader } from '#core/analysis/intake/junit/read-junit.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import { xmlEncoding, xmlText } from '#core/text/xml-encoding.ts';
import { usage } from '../../line/group.ts';
import type { ServerClient } from '../../line/server-client.ts';
import type { Shell } from '../../line/shell.ts';
import { part } from '../run-command.ts';
import type { Report } from './find-reports.ts';

interface Upload {
  readonly upload_id: string;
  readonly url: string;
  readonly method: 'PUT';
}

/** A request above it is refused in the cloud, where XML is uploaded first. */
const largestBody = 4_000_000;
/** Where the first element of a JUnit file is. */
const rootCharacters = 8_192;

/** The failures or the XML of files as fields of one request; large XML is uploaded. `-`: standard
 * input. JSON is a list of failures, or an object with other fields too. */
export async function readInput(
  client: ServerClient,
  shell: Shell,
  reports: readonly Report[],
): Promise<object> {
  const inputs = await Promise.all(reports.map((report) => readReport(shell, report)));
  const used = inputs.filter((input) => input !== undefined);
  const [first, ...others] = used;
  if (!first) throw usage('No test report in the folder');
  if (others.length === 0) return 'xml' in first ? xmlFields(client, first.xml) : first.json;
  if (used.every((input) => 'xml' in input)) return xmlFields(client, joined(used));
  return { failures: used.flatMap(failuresOf) };
}

type Input = { readonly file: string } & ({ readonly xml: string } | { readonly json: object });

async function readReport(shell: Shell, { file, isOfFolder }: Report): Promise<Input | undefined> {
  const bytes = file === '-' ? await readAll(shell.stdin) : await read(file);
  const xml = decoded(file, bytes);
  const other = mayBeOther(xml) ? readOther(file, xml) : undefined;
  if (other !== undefined) return { file, xml: other };
  if (isOfFolder && !xml.slice(0, rootCharacters).includes('<testsuite')) return undefined;
  const text = xml.replace(/^\ufeff/, '').trimStart();
  if (/^[[{]/.test(text)) return { file, json: failuresIn(file, text) };
  if (!text.startsWith('<')) throw refused(file, `is no report: ${formats}`);
  // The service tells a page.
  if (!/<(?:[\w.-]{1,100}:)?(?:test|html|!doctype)/i.test(text)) {
    throw refused(file, `is no report: ${formats}`);
  }
  return { file, xml };
}

const formats =
  'JUnit XML, TRX, NUnit, xUnit.net, TAP, and the JSON of Go, Playwright, Mocha, Jest and Vitest are read';

function readOther(file: string, text: string): string | undefined {
  try {
    return otherReport(text);
  } catch (error) {
    if (isFailure(error, 'invalid')) throw refused(file, `cannot be read: ${error.message}`);
    throw error;
  }
}

/** One report with the suites of all. The service could not say which file is invalid. */
function joined(inputs: readonly { readonly file: string; readonly xml: string }[]): string {
  const suites = inputs.map(({ file, xml }) => {
    try {
      const reader = junitReader();
      reader.write(xml);
      reader.end();
    } catch (error) {
      if (isFailure(error, 'invalid')) throw refused(file, `cannot be read: ${error.message}`);
      throw error;
    }
    return xml.replace(/^\ufeff?\s*(?:<\?xml[^>]*>)?/, '');
  });
  return `<testsuites>\n${suites.join('\n')}\n</testsuites>`;
}

function failuresOf(input: Input): readonly unknown[] {
  const json: { failures?: unknown } = 'json' in input ? input.json : {};
  if (Array.isArray(json.failures) && Object.keys(json).length === 1) return json.failures;
  throw refused(
    input.file,
    'cannot be combined: give only test reports, or only JSON lists of failures',
  );
}

async function xmlFields(client: ServerClient, raw_xml: string): Promise<object> {
  if (Buffer.byteLength(JSON.stringify(raw_xml)) < largestBody - 100_000) return { raw_xml };
  const upload = await client.ask<Upload>({ method: 'POST', path: '/uploads', body: {} });
  const { upload_id, url, method } = upload;
  // A presigned address has its signature in the query; another one is the service's own, which
  // this machine may know by another name.
  const path = url.includes('?') ? url : `/uploads/${part(upload_id)}`;
  await client.load({ method, path, body: Buffer.from(raw_xml) });
  return { raw_xml_upload: upload_id };
}

function decoded(file: string, bytes: Buffer): string {
  try {
    return xmlText(bytes);
  } catch {
    throw refused(file, `is not ${xmlEncoding(bytes).toUpperCase()}`);
  }
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw refused(file, `cannot be read (${code})`);
  }
}

function failuresIn(file: string, text: string): object {
  try {
    const value = JSON.parse(text) as object;
    return Array.isArray(value) ? { failures: value } : value;
  } catch {
    throw refused(file, 'is not valid JSON');
  }
}

function refused(file: string, problem: string): Failure {
  const name = file === '-' ? 'Standard input' : file;
  return new Failure('invalid', 'bad_input', `${name} ${problem}`);
}
