import * as z from 'zod/mini';
import { jsonReader, number, outcomeOf, text, texts } from './json-fields.ts';
import { withPlace, type TestCase } from './cases/test-case.ts';

const attempt = z.object({ status: text, duration: number, message: text, trace: text });
const test = z.extend(attempt, {
  name: z.string(),
  suite: z.catch(z.union([z.string(), z.array(z.string())]), ''),
  filePath: text,
  line: z.catch(z.optional(z.number()), undefined),
  browser: text,
  flaky: z.catch(z.boolean(), false),
  retries: number,
  retryAttempts: z.catch(z.array(attempt), []),
  stdout: texts,
  stderr: texts,
});
const ctrf = z.object({
  results: z.object({ tool: z.object({ name: z.string() }), tests: z.array(test) }),
});

/** The Common Test Report Format. */
export const ctrfReader = jsonReader(ctrf, ({ results }) => results.tests.flatMap(casesOf));

function casesOf({ name, suite, filePath, line, ...last }: z.output<typeof test>): TestCase[] {
  const { browser, flaky, retries, retryAttempts, stdout, stderr } = last;
  const group = [suite].flat().join(' › ');
  const toCase = ({ status, duration, message, trace }: z.output<typeof attempt>): TestCase => ({
    suite: `${browser} ${filePath || group}`.trim(),
    group,
    name,
    seconds: duration / 1_000,
    outcome: outcomeOf(status),
    message,
    details: withPlace(trace || message, filePath, line),
    output: [...stdout, ...stderr].join('\n'),
  });
  const failure = retryAttempts.find(({ status }) => status === 'failed');
  const isFlaky = last.status === 'passed' && (flaky || retries > 0 || failure !== undefined);
  const first = toCase({ ...(failure ?? last), status: 'failed' });
  return isFlaky ? [first, toCase(last)] : [toCase(last)];
}
