import { readFile } from 'node:fs/promises';
import { buffer as readAll } from 'node:stream/consumers';
import { mayBeOther, readFormats } from '#core/analysis/intake/formats/detect.ts';
import { otherReport } from '#core/analysis/intake/formats/other-report.ts';
import { junitReader } from '#core/analysis/intake/junit/read-junit.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import { someOf } from '#core/text/count.ts';
import { jsonValue } from '#core/text/json.ts';
import { xmlEncoding, xmlText } from '#core/text/xml-encoding.ts';
import { usage } from '../../line/group.ts';
import { plain } from '../../line/plain.ts';
import type { ServerClient } from '../../line/server-client.ts';
import type { Shell } from '../../line/shell.ts';
import { part } from '../run-command.ts';
import { isXml, type Report } from './find-reports.ts';

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
  const used: Input[] = [];
  const unknown: string[] = [];
  const second: string[] = [];
  /** Folders with XML reports. */
  const folders = new Set<string>();
  for (const report of reports) {
    const { file, folder = '' } = report;
    const input = await readReport(shell, report);
    if (!input) unknown.push(file);
    else if (folders.has(folder) && !isXml(file)) second.push(file);
    else used.push(input);
    if (input && folder !== '' && isXml(file)) folders.add(folder);
  }
  leaveOut('they are no reports', unknown);
  // Tools often write a run in two formats.
  leaveOut('the folder has XML reports', second);
  const [first, ...others] = used;
  if (!first) throw usage('There is no test report among the files');
  if (others.length === 0) return 'xml' in first ? xmlFields(client, first.xml) : first.json;
  if (used.every((input) => 'xml' in input)) return xmlFields(client, joined(used));
  return { failures: used.flatMap(failuresOf) };

  function leaveOut(reason: string, files: readonly string[]): void {
    if (files.length === 0) return;
    shell.stderr.write(`Left out, since ${reason}: ${plain(someOf(files, 3))}\n`);
  }
}

type Input = { readonly file: string } & ({ readonly xml: string } | { readonly json: object });

/** Undefined: a file of a folder or pattern that is no report. */
async function readReport(shell: Shell, { file, isNamed }: Report): Promise<Input | undefined> {
  const bytes = file === '-' ? await readAll(shell.stdin) : await read(file);
  const xml = decoded(file, bytes);
  const other = mayBeOther(xml) ? readOther(file, xml) : undefined;
  if (other !== undefined) return { file, xml: other };
  const text = xml.replace(/^\ufeff/, '').trimStart();
  // The service tells a page.
  const root = isNamed
    ? /<(?:[\w.-]{1,100}:)?(?:test|html|!doctype)/i
    : /<(?:[\w.-]{1,100}:)?testsuite/;
  if (text.startsWith('<') && root.test(isNamed ? text : text.slice(0, rootCharacters)))
    return { file, xml };
  const json = /^[[{]/.test(text) ? failuresIn(text) : undefined;
  if (json) return { file, json };
  if (!isNamed) return undefined;
  const isBroken = /^[[{]/.test(text) && jsonValue(text) === undefined;
  throw refused(file, isBroken ? 'is not valid JSON' : `is no report: ${readFormats} are read`);
}

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

/** A list of failures, or the body of a request. */
function failuresIn(text: string): object | undefined {
  const value = jsonValue(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const has = (object: unknown, ...names: readonly string[]) =>
    typeof object === 'object' && names.some((name) => object !== null && name in object);
  if (!Array.isArray(value))
    return has(value, 'failures', 'raw_xml', 'raw_xml_upload') ? value : undefined;
  const isList = value.length === 0 || value.some((item) => has(item, 'test_name'));
  return isList ? { failures: value } : undefined;
}

function refused(file: string, problem: string): Failure {
  const name = file === '-' ? 'Standard input' : file;
  return new Failure('invalid', 'bad_input', `${name} ${problem}`);
}
