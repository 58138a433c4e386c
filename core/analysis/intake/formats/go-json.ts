import * as z from 'zod/mini';
import { eventIn } from './json-fields.ts';
import type { TestCase } from './cases/test-case.ts';

const event = z.object({
  Action: z.string(),
  Package: z._default(z.string(), ''),
  ImportPath: z._default(z.string(), ''),
  Test: z._default(z.string(), ''),
  Output: z._default(z.string(), ''),
  Elapsed: z._default(z.number(), 0),
});

const maxOutput = 100_000;
/** What the tool itself prints. */
const chatter =
  /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:FAIL|PASS|SKIP):|FAIL\b|PASS$|exit status \d|coverage:)/;

/** `go test -json`, with what the tool says beside it: older versions tell only there that a package
 * cannot be built. */
export function goCases(text: string): TestCase[] {
  const outputs = new Map<string, string>();
  /** Tests with a test in them that failed: only that one is reported. */
  const parents = new Set<string>();
  const cases: TestCase[] = [];
  /** Tests that began and have not ended: before Go 1.20 nothing says that they failed when the program
   * ended under them. */
  const open = new Map<string, Map<string, z.output<typeof event>>>();
  /** What the compiler says of a package, and of which one it speaks. */
  const errors = new Map<string, string>();
  let building: string | undefined;
  for (const line of text.split('\n')) {
    const data = eventIn(event, line);
    if (!data) {
      aside(line);
      continue;
    }
    const { Action, Test } = data;
    const suite = data.Package || data.ImportPath.split(' ', 1)[0] || '';
    const key = `${suite}\n${Test}`;
    if (Action === 'run') {
      const ofSuite = open.get(suite) ?? new Map<string, z.output<typeof event>>();
      open.set(suite, ofSuite.set(key, data));
    } else if (Action === 'output' || Action === 'build-output') {
      const before = outputs.get(key) ?? '';
      if (before.length < maxOutput) outputs.set(key, before + data.Output);
    } else if (Action === 'fail' || Action === 'build-fail') {
      const end = Test.lastIndexOf('/');
      if (end > 0) parents.add(`${suite}\n${Test.slice(0, end)}`);
      if (parents.has(key)) parents.add(`${suite}\n`);
      else if (Test !== '') add(suite, data, 'failed');
      else {
        for (const [one, test] of open.get(suite) ?? [])
          if (linesOf(one).some((text) => /\S/.test(text))) add(suite, test, 'failed');
        add(suite, data, 'failed');
      }
    } else if (Test !== '' && (Action === 'pass' || Action === 'skip')) {
      keepPanic(suite, key);
      add(suite, data, Action === 'pass' ? 'passed' : 'skipped');
    }
  }
  return cases;

  /** A panic that comes when a test has passed ends the package. */
  function keepPanic(suite: string, key: string): void {
    const text = outputs.get(key) ?? '';
    const at = text.indexOf('\npanic: ');
    if (at !== -1) outputs.set(`${suite}\n`, text.slice(at + 1));
  }

  /** `# <package> [<its test>]`, the errors of the compiler, and after all of them `FAIL <package> […]`. */
  function aside(line: string): void {
    const [, subject] = /^# (\S+)/.exec(line) ?? [];
    const [, broken] = /^FAIL\s+(\S+) \[(?:build|setup) failed\]/.exec(line) ?? [];
    if (subject !== undefined) building = subject;
    else if (broken !== undefined) {
      const details = errors.get(broken) ?? '';
      cases.push({ suite: broken, group: broken, name: 'package', outcome: 'failed', details });
    } else if (building !== undefined) {
      errors.set(building, `${errors.get(building) ?? ''}${line}\n`.slice(0, maxOutput));
    }
  }

  function linesOf(key: string): string[] {
    const own = (outputs.get(key) ?? '').split('\n').filter((line) => !chatter.test(line));
    return own.map((line) => line.replace(/^ {4}/, ''));
  }

  function add(
    suite: string,
    { Test, Elapsed }: z.output<typeof event>,
    outcome: TestCase['outcome'],
  ) {
    const key = `${suite}\n${Test}`;
    const all = outputs.get(key) ?? '';
    const isSilent = !linesOf(key).some((line) => /\S/.test(line));
    const lines = isSilent && Test === '' ? all.split('\n') : linesOf(key);
    outputs.delete(key);
    open.get(suite)?.delete(key);
    // A package fails because of its tests, unless it could not be built or ended before them.
    const isOfTests = Test === '' && parents.has(key);
    if (outcome === 'failed') parents.add(`${suite}\n`);
    // The compiler has said why.
    const isOfBuild = isSilent && (all === '' || /\[(?:build|setup) failed\]/.test(all));
    if (isOfTests || (Test === '' && isOfBuild)) return;
    const at = lines.findLastIndex((line) => /^[\w.-]+\.go:\d+: /.test(line));
    const panic = lines.find((line) => line.startsWith('panic: '));
    cases.push({
      suite,
      group: suite,
      name: Test === '' ? 'package' : Test,
      outcome,
      seconds: Elapsed,
      ...(outcome === 'failed' && {
        message:
          panic ??
          lines
            .slice(Math.max(0, at))
            .join('\n')
            .trim()
            .split(/\n(?=\S)/, 1)[0],
        details: lines.join('\n').trim(),
      }),
    });
  }
}
