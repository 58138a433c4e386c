import { execFileSync } from 'node:child_process';
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
import type { Line } from './line.ts';
import { megabytes, memoryOf, watchPeak } from './memory-of.ts';
import { median } from './median.ts';
import { longestHealth, model, withAnalysis, type Analysis } from './with-analysis.ts';

const characters = 45_000_000;
const failing = 1_000;
const rounds = 3;

/** 45 MB of JUnit XML: read, grouped and enriched, against the bare parser. */
export function lines(): Promise<Line[]> {
  return withAnalysis(async (analysis) => {
    const file = join(analysis.folder, 'report.xml');
    writeFileSync(file, report());
    const body = join(analysis.folder, 'body.json');
    writeFileSync(body, JSON.stringify({ ...model, raw_xml: readFileSync(file, 'utf8') }));
    await analyze(analysis, body);
    await pause(2_000);
    const over = new AbortController();
    const measure = () => memoryOf(analysis.server.pid as number, analysis.folder);
    const idle = process.platform === 'linux' ? measure() : new Map();
    const peak = process.platform === 'linux' ? watchPeak(measure, over.signal) : undefined;
    await analyze(analysis, body);
    over.abort();
    const above = peak && megabytes(await peak).value - megabytes(idle).value;
    const asked = new AbortController();
    const health = longestHealth(analysis.url, asked.signal);
    const times = await repeated(() => analyze(analysis, body));
    asked.abort();
    const longest = await health;
    const value = median(await repeated(() => readGroupEnrich(file)));
    const roof = median(await repeated(async () => bareParser(file)));
    const python = median(await repeated(async () => pythonParser(file)));
    const name = 'JUnit of 45 MB: read, group and enrich';
    return [
      {
        name: `${name}, against the bare parser`,
        value,
        unit: 'ms',
        roof,
        ratio: value / roof,
        bar: 4 * roof,
      },
      ...(python > 0
        ? [
            {
              name: `${name}, against Python's parser`,
              value,
              unit: 'ms',
              roof: python,
              ratio: value / python,
            },
          ]
        : []),
      // The reference implementation takes 7.9 s on a comparable machine.
      {
        name: 'Upload of 45 MB, to the last byte of the answer',
        value: median(times),
        unit: 'ms',
        bar: 2_633,
      },
      { name: 'Longest /health meanwhile', value: longest, unit: 'ms', bar: 20 },
      ...(above === undefined
        ? []
        : [{ name: 'Memory of the upload above idle', value: above, unit: 'MB', bar: 200 }]),
    ];
  });
}

async function repeated(run: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return times;
}

async function readGroupEnrich(file: string): Promise<void> {
  const invalid = () => new Error('not UTF-8');
  const reader = junitReader();
  const found: JunitFailure[] = [];
  for await (const text of decodedText(createReadStream(file), invalid)) {
    for (const failure of reader.write(text)) found.push(failure);
  }
  reader.end();
  const groups = await makeGroups(inputOf(found), { isNormalized: true });
  const additions = found.map(({ place }) => ({
    place,
    properties: () => [['ai_details', 'The test expects another value. '.repeat(30)] as const],
    output: () => `AI analysis of one of ${groups.length} groups`,
  }));
  const enriched = enrichJunit(decodedText(createReadStream(file), invalid), additions);
  for await (const text of enriched) Buffer.from(text);
}

async function* inputOf(found: readonly JunitFailure[]) {
  for (const { place: _place, ...failure } of found) {
    yield { ...failure, status: 'FAILED' };
  }
}

function bareParser(file: string): void {
  const xml = readFileSync(file, 'utf8');
  const parser = new SaxesParser();
  for (let at = 0; at < xml.length; at += 65_536) parser.write(xml.slice(at, at + 65_536));
  parser.close();
}

/** Its tree parser, as the reference implementation uses it. Without Python: at once. */
function pythonParser(file: string): void {
  const program = 'import sys, xml.etree.ElementTree as t; t.parse(sys.argv[1])';
  try {
    execFileSync('python3', ['-c', program, file]);
  } catch {
    return;
  }
}

/** Sends the body as it is read, and discards the answer. */
function analyze({ url }: Analysis, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/analyze-failures`, { method: 'POST' }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`status ${incoming.statusCode}`));
      incoming.on('end', resolve).on('error', reject).resume();
    });
    pipeline(createReadStream(body), outgoing).catch(reject);
  });
}

function report(): string {
  const parts = ['<testsuites>\n<testsuite name="all">\n'];
  let length = 0;
  for (let at = 0; length < characters; at += 1) {
    const name = `  <testcase classname="shop.checkout.Test${at % 700}" name="pays with card ${at}" time="0.12">`;
    const isFailing = at % 200 === 0 && at / 200 < failing;
    const inner = isFailing
      ? `<failure message="expected &lt;${at % 50}&gt;" type="AssertionError">${'at pay (src/pay.ts:2:3)\n'.repeat(40)}</failure>`
      : `<system-out>line of the log\nanother line of the log of this test</system-out>`;
    const text = `${name}${inner}</testcase>\n`;
    parts.push(text);
    length += text.length;
  }
  parts.push('</testsuite>\n</testsuites>\n');
  return parts.join('');
}
