import * as z from 'zod/mini';
import { parseYaml, YamlError } from '#core/text/yaml.ts';
import type { TestCase } from './cases/test-case.ts';

const point = /^(not )?ok(?: +(\d+))?(?: +-)?($|[ #].*$)/;
const directive = /(?<!\\)# *(?:skip|todo)/i;
const maxPointLength = 2_000;
const figures = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms|ok$)\b/;

/** The Test Anything Protocol of any version, with tests in tests. */
export function tapCases(text: string): TestCase[] {
  const cases: Draft[] = [];
  /** The names of the open tests around, by depth; and how many failed in each since it began. */
  const names: (string | undefined)[] = [];
  const failed: number[] = [];
  let group = '';
  let draft: Draft | undefined;
  let block: string[] | undefined;
  /** Node and Perl name tests so; other comments are what was printed since the last test. */
  let hasSubtests = false;
  let output: string[] = [];

  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trimStart();
    const depth = Math.floor((raw.length - line.length) / 4);
    if (block) {
      if (line.trimEnd() !== '...') block.push(raw);
      else {
        draft?.blocks.push(block);
        block = undefined;
      }
    } else if (line.trimEnd() === '---' && draft) block = [];
    else if (line.startsWith('#')) comment(line.slice(1).trim(), depth, /^# \S/.test(line));
    else if (line.startsWith('Bail out!')) {
      cases.push({ ...newDraft(line.slice(9).trim(), 'failed'), group: '', name: 'Bail out!' });
    } else {
      const [whole, not, number = '', rest = ''] = point.exec(line.slice(0, maxPointLength)) ?? [];
      if (whole === undefined) {
        // Mocha has the error below the point, without marks.
        if (draft?.outcome === 'failed' && draft.blocks.length === 0 && /^ +\S/.test(raw))
          draft.printed.push(raw.slice(2));
        continue;
      }
      const [title = ''] = rest.split(directive, 1);
      const isSkipped = title.length < rest.length;
      const name = title.replace(/\\(.)/g, '$1').trim() || number;
      test(depth, name, isSkipped ? 'skipped' : not === undefined ? 'passed' : 'failed');
    }
  }
  return cases.filter(isReported).map(caseOf);

  /** Comments with more white space say more of the test before them. */
  function comment(words: string, depth: number, isTitle: boolean): void {
    const [, subtest] = /^Subtest: (.*)$/.exec(words) ?? [];
    if (subtest !== undefined) {
      names[depth] = subtest;
      draft = undefined;
      hasSubtests = true;
      group = '';
    } else if (figures.test(words)) draft = undefined;
    else if (draft?.outcome === 'failed' && draft.blocks.length === 0) draft.comments.push(words);
    else if (hasSubtests) output.push(words);
    // AVA has its own tests' names in comments.
    else if (isTitle && !words.includes(' › ')) group = words;
  }

  function test(depth: number, name: string, outcome: TestCase['outcome']): void {
    // Node names a test before it, Perl the test around.
    const around = names.slice(0, names[depth] === name ? depth : depth + 1);
    const inner = failed[depth + 1] ?? 0;
    names.length = Math.min(names.length, depth + 1);
    if (names[depth] === name) names[depth] = undefined;
    failed.length = Math.min(failed.length, depth + 1);
    draft = undefined;
    if (outcome === 'failed') failed[depth] = (failed[depth] ?? 0) + 1;
    const isParent = outcome === 'failed' && inner > 0;
    const path = around.filter((one) => one !== undefined).join(' > ');
    draft = { ...newDraft('', outcome), isParent, group: path || group, name, output };
    cases.push(draft);
    output = [];
  }
}

interface Draft {
  readonly group: string;
  readonly name: string;
  readonly outcome: TestCase['outcome'];
  /** A test in it failed. */
  readonly isParent: boolean;
  readonly comments: string[];
  readonly printed: string[];
  readonly output: readonly string[];
  readonly blocks: string[][];
}

function newDraft(comment: string, outcome: TestCase['outcome']) {
  const comments = comment === '' ? [] : [comment];
  return { outcome, isParent: false, comments, printed: [], output: [], blocks: [] };
}

/** A test that failed for a test in it says nothing, unless Node could not prepare it. */
function isReported({ isParent, blocks: [block = []] }: Draft): boolean {
  return !isParent || block.some((line) => /^ *failureType: 'hookFailed'$/.test(line));
}

const scalar = z.catch(z.optional(z.union([z.string(), z.number(), z.boolean()])), undefined);
const values = z.catch(z.optional(z.record(z.string(), z.string())), undefined);
const diagnostics = z.object({
  error: scalar,
  name: scalar,
  message: scalar,
  duration_ms: scalar,
  expected: scalar,
  wanted: scalar,
  actual: scalar,
  found: scalar,
  got: scalar,
  /** AVA has the values that differ here, by what they are; before version 4 in the other. */
  details: values,
  values,
  /** Node has the frames without `at`, and where the test is. */
  stack: scalar,
  location: scalar,
  at: scalar,
});

function caseOf({ group, name, outcome, comments, printed, output, blocks }: Draft): TestCase {
  const [block = []] = blocks;
  const margin = /^ */.exec(block[0] ?? '')?.[0].length ?? 0;
  const report = yamlOf(block);
  const expected = report.expected ?? report.wanted;
  const actual = report.actual ?? report.found ?? report.got;
  const difference = expected === undefined ? undefined : `expected ${expected}, got ${actual}`;
  const notes = block.flatMap((line) => /^ *# (\S.*)$/.exec(line)?.[1] ?? []);
  const lines = [...comments, ...notes].filter((line) => !/^(?:Failed|at |Looks like)/.test(line));
  // The message of Qt has no values.
  const isPartial = difference !== undefined && !String(report.message).includes(String(expected));
  const words = isPartial && report.message ? `${report.message}\n${difference}` : report.message;
  const statement = String(
    report.error ?? words ?? difference ?? (lines.join(', ') || printed[0]) ?? '',
  );
  const details = report.details ?? report.values ?? {};
  const differing = Object.entries(details).map(([what, value]) => `${what}\n${value}`);
  const repeats = differing[0]?.startsWith(statement) === true;
  const message = [...(repeats ? [] : [statement]), ...differing].join('\n').trim() || name;
  return {
    suite: group || 'TAP',
    group,
    name,
    outcome,
    seconds: Number(report.duration_ms ?? 0) / 1_000 || 0,
    message,
    details: [
      // All that Node says of a file that it cannot load.
      ...(statement === 'test failed' ? output : []),
      ...stackOf(report, message),
      ...block.map((line) => line.slice(margin)),
      ...comments,
      ...printed,
    ].join('\n'),
    output: output.join('\n'),
  };
}

/** A stack trace as Node prints it elsewhere; tape has one in its block. */
function stackOf(report: z.output<typeof diagnostics>, message: string): string[] {
  const { error, stack = '', location, name } = report;
  const isNode = error !== undefined && location !== undefined;
  const ofAva = report.message === undefined ? '' : (report.at ?? '');
  const frames = (isNode ? `${stack}\n${location}` : String(ofAva)).split('\n');
  const places = frames.filter((frame) => /:\d|</.test(frame)).map((frame) => `    at ${frame}`);
  const title = isNode && name !== undefined ? `${name}: ${message}` : message;
  return places.length === 0 ? [] : [title, ...places, ''];
}

/** What is no YAML, as Qt may write it, is read line by line. */
function yamlOf(block: readonly string[]): z.output<typeof diagnostics> {
  if (block.length === 0) return {};
  try {
    return diagnostics.safeParse(parseYaml(block.join('\n'))).data ?? {};
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const pairs = block.map((line) => /^ {0,8}(\w+): (.+)$/.exec(line)?.slice(1) ?? []);
    return diagnostics.parse(Object.fromEntries(pairs));
  }
}
