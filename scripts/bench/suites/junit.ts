import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { makeGroups } from '#core/analysis/explain/grouping/make-groups.ts';
import { decodedText } from '#core/analysis/intake/input/decoded-text.ts';
import { enrichJunit } from '#core/analysis/intake/junit/enrich-junit.ts';
import { junitReader, type JunitFailure } from '#core/analysis/intake/junit/read-junit.ts';
import { model, withAnalysis } from '../fast-analysis.ts';
import { memoryOf, peakOf } from '../processes.ts';
import { healthLine, longestHealth, median, size, suite, timed, timesOf } from '../suite.ts';

const characters = size(45_000_000, 9_000_000);
const failing = 1_000;
const rounds = size(3, 1);

// A report in JUnit's format: read, grouped and enriched, against the bare parser; then uploaded.
await suite(async (folder) => {
  const file = join(folder, 'report.xml');
  writeFileSync(file, report());
  const body = join(folder, 'body.json');
  writeFileSync(body, JSON.stringify({ ...model, raw_xml: readFileSync(file, 'utf8') }));
  const upload = await withAnalysis(folder, async (url, server) => {
    const analyze = () => send(url, body);
    await analyze();
    await pause(size(2_000, 100));
    const measure = () => memoryOf(server.pid, folder);
    const idle = measure().megabytes;
    const memory = (await peakOf(measure, analyze)) - idle;
    let time = NaN;
    const health = await longestHealth(url, async () => (time = await timed(analyze)));
    return { memory, health, time };
  });
  const value = median(await timesOf(rounds, () => readGroupEnrich(file)));
  const roof = median(await timesOf(rounds, () => bareParser(file)));
  const parts = { value, unit: 'ms', roof, ratio: value / roof, bar: 4 * roof };
  return [
    { name: `JUnit of ${characters / 1e6} MB: read, grouped, enriched; bare parser`, ...parts },
    // A third of the time of the reference implementation on a comparable machine.
    { name: 'Upload of it, to the last byte', value: upload.time, unit: 'ms', bar: 2_633 },
    healthLine(upload.health),
    { name: 'Memory of the upload above idle', value: upload.memory, unit: 'MB', bar: 200 },
  ];
});

async function readGroupEnrich(file: string): Promise<void> {
  const text = () => decodedText(createReadStream(file), () => new Error('not UTF-8'));
  const reader = junitReader();
  const failures: JunitFailure[] = [];
  for await (const part of text()) failures.push(...reader.write(part));
  reader.end();
  const groups = await makeGroups(inputOf(failures), { isNormalized: true });
  const additions = failures.map(({ place = { offset: 0, prefix: '' } }) => ({
    place,
    properties: () => [['ai_details', 'The test expects another value. '.repeat(30)] as const],
    output: () => `AI analysis of one of ${groups.length} groups`,
  }));
  for await (const part of enrichJunit(text(), additions)) Buffer.from(part);
}

async function* inputOf(failures: readonly JunitFailure[]) {
  for (const { place: _place, ...failure } of failures) yield { ...failure, status: 'FAILED' };
}

function bareParser(file: string): void {
  const xml = readFileSync(file, 'utf8');
  const parser = new SaxesParser();
  for (let at = 0; at < xml.length; at += 65_536) parser.write(xml.slice(at, at + 65_536));
  parser.close();
}

/** Sends the body as it is read, and discards the answer. */
function send(url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = request(`${url}/analyze-failures`, { method: 'POST' }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`status ${reply.statusCode}`));
      reply.on('end', resolve).on('error', reject).resume();
    });
    pipeline(createReadStream(body), upload).catch(reject);
  });
}

function report(): string {
  const parts = ['<testsuites>\n<testsuite name="all">\n'];
  let length = 0;
  for (let at = 0; length < characters; at += 1) {
    const isFailing = at % 200 === 0 && at / 200 < failing;
    const inner = isFailing
      ? `<failure message="expected &lt;${at % 50}&gt;" type="AssertionError">${'at pay (src/pay.ts:2:3)\n'.repeat(40)}</failure>`
      : `<system-out>line of the log\nanother line of the log of this test</system-out>`;
    const text = `  <testcase classname="shop.checkout.Test${at % 700}" name="pays with card ${at}" time="0.12">${inner}</testcase>\n`;
    parts.push(text);
    length += text.length;
  }
  return `${parts.join('')}</testsuite>\n</testsuites>\n`;
}
