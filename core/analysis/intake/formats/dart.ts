import * as z from 'zod/mini';
import { eventIn, number, text } from './json-fields.ts';
import { withPlace, type TestCase } from './cases/test-case.ts';

const no = z.catch(z.boolean(), false);
const event = z.object({
  type: z.string(),
  time: number,
  suite: z.optional(z.object({ id: number, path: text, platform: text })),
  test: z.optional(z.object({ id: number, name: text, suiteID: number })),
  testID: number,
  message: text,
  error: text,
  stackTrace: text,
  result: text,
  skipped: no,
  hidden: no,
});
type Event = z.output<typeof event>;
type End = Pick<Event, 'testID' | 'time' | 'result'> & Partial<Pick<Event, 'skipped' | 'hidden'>>;
type OpenTest = NonNullable<Event['test']> & {
  readonly time: number;
  readonly errors: Event[];
  readonly printed: string[];
};

/** `dart test --reporter json` and `flutter test --machine`, among lines of other programs. */
export function dartCases(text: string): TestCase[] {
  const suites = new Map<number, NonNullable<Event['suite']>>();
  const open = new Map<number, OpenTest>();
  const cases: TestCase[] = [];
  let now = 0;
  for (const line of text.split('\n')) {
    const data = eventIn(event, line);
    if (!data) continue;
    const { type, suite, test, time, testID } = data;
    now = time;
    if (type === 'suite' && suite) suites.set(suite.id, suite);
    if (type === 'testStart' && test) open.set(test.id, { ...test, time, errors: [], printed: [] });
    if (type === 'print') open.get(testID)?.printed.push(data.message);
    if (type === 'error') open.get(testID)?.errors.push(data);
    if (type === 'testDone') end(data);
  }
  // Their program ended under them.
  for (const testID of [...open.keys()]) end({ testID, time: now, result: 'unfinished' });
  return cases;

  function end({ testID, time, result, skipped, hidden }: End): void {
    const test = open.get(testID);
    open.delete(testID);
    if (!test || hidden) return;
    const { name, errors, printed } = test;
    const { path = '', platform = '' } = suites.get(test.suiteID) ?? {};
    const trace = errors.map(({ error, stackTrace }) => `${error.trim()}\n${stackTrace}`.trim());
    const one = {
      suite: `${platform} ${path}`.trim(),
      name,
      seconds: (time - test.time) / 1_000,
      message: errors[0]?.error.trim() ?? (result === 'unfinished' ? 'The test did not end' : ''),
      details: withPlace(trace.join('\n\n'), path),
      output: printed.join('\n'),
    };
    const hasPassed = result === 'success';
    // Errors of a test that passed are those of the tries before.
    if (!hasPassed || errors.length > 0) cases.push({ ...one, outcome: 'failed' });
    if (hasPassed) cases.push({ ...one, outcome: skipped ? 'skipped' : 'passed' });
  }
}
