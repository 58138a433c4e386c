// The JSON reports of Playwright, Mocha, Jest and Vitest.
import * as z from 'zod/mini';
import type { TestCase } from './test-case.ts';

const text = z.catch(z.string(), '');
const number = z.catch(z.number(), 0);
const error = z.object({ message: text, stack: text });
const optionalError = z.catch(z.optional(error), undefined);
const printed = z.catch(z.array(z.object({ text })), []);

const attempt = z.object({
  status: z.string(),
  duration: number,
  error: optionalError,
  errors: z.catch(z.array(error), []),
  stdout: printed,
  stderr: printed,
});
const spec = z.object({
  title: text,
  tests: z.array(
    z.object({ projectName: text, expectedStatus: text, status: text, results: z.array(attempt) }),
  ),
});
const level = z.object({ title: text, file: text, specs: z.catch(z.array(spec), []) });
interface Suite extends z.output<typeof level> {
  readonly suites?: readonly Suite[] | undefined;
}
const suite: z.ZodMiniType<Suite> = z.lazy(() =>
  z.extend(level, { suites: z.optional(z.array(suite)) }),
);
const playwright = z.object({
  config: z.object({}),
  suites: z.array(suite),
  errors: z.catch(z.array(error), []),
});

/** A test that passes on a retry is a failure and a pass, as such reports have it in JUnit XML; of one that
 * always fails the last try counts. */
function playwrightCases({ suites, errors }: z.output<typeof playwright>): TestCase[] {
  const cases = errors.map(({ message, stack }): TestCase => {
    return { suite: 'Playwright', name: 'Test run', outcome: 'failed', message, details: stack };
  });
  const visit = ({ file, specs, suites: inner = [] }: Suite, titles: readonly string[]) => {
    for (const { title, tests } of specs) {
      for (const { projectName, expectedStatus, results } of tests) {
        const last = results.at(-1);
        const isRetried = results.length > 1 && last?.status === expectedStatus;
        const tries = isRetried ? [results[0], last] : [last];
        for (const each of tries) {
          if (!each) continue;
          const { status, duration, errors: all, stdout, stderr, ...rest } = each;
          const [first] = rest.error ? [rest.error] : all;
          const isAsExpected = status === expectedStatus;
          cases.push({
            suite: projectName === '' ? file : `${projectName} ${file}`,
            group: file,
            name: [...titles, title].join(' › '),
            seconds: duration / 1_000,
            outcome: status === 'skipped' ? 'skipped' : isAsExpected ? 'passed' : 'failed',
            message: first?.message || `It ${status}, but should have ${expectedStatus}`,
            details: all.map(({ message, stack }) => stack || message).join('\n\n') || first?.stack,
            output: [...stdout, ...stderr].map((part) => part.text).join(''),
          });
        }
      }
    }
    for (const one of inner) visit(one, [...titles, one.title]);
  };
  for (const one of suites) visit(one, []);
  return cases;
}

const mochaTest = z.object({
  title: text,
  fullTitle: text,
  file: text,
  duration: number,
  err: optionalError,
});
const mocha = z.object({
  stats: z.object({}),
  passes: z.array(mochaTest),
  pending: z.catch(z.array(mochaTest), []),
  failures: z.array(mochaTest),
});

function mochaCases({ passes, pending, failures }: z.output<typeof mocha>): TestCase[] {
  const toCase =
    (outcome: TestCase['outcome']) =>
    ({ title, fullTitle, file, duration, err }: z.output<typeof mochaTest>): TestCase => ({
      suite: file,
      name: fullTitle || title,
      seconds: duration / 1_000,
      outcome,
      message: err?.message.trim(),
      details: err?.stack,
    });
  return [
    ...failures.map(toCase('failed')),
    ...passes.map(toCase('passed')),
    ...pending.map(toCase('skipped')),
  ];
}

const jest = z.object({
  testResults: z.array(
    z.object({
      name: text,
      status: text,
      message: text,
      assertionResults: z.array(
        z.object({
          fullName: text,
          title: text,
          status: z.string(),
          duration: number,
          invocations: number,
          retryReasons: z.catch(z.array(z.string()), []),
          failureMessages: z.catch(z.array(z.string()), []),
        }),
      ),
    }),
  ),
});

function jestCases({ testResults }: z.output<typeof jest>): TestCase[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }): TestCase[] => {
    // A file that cannot be loaded has no tests.
    if (status === 'failed' && assertionResults.length === 0) {
      return [{ suite: file, name: file, outcome: 'failed', ...split(message) }];
    }
    return assertionResults.flatMap(({ fullName, title, duration, failureMessages, ...test }) => {
      const { status, invocations, retryReasons } = test;
      const outcome = status === 'failed' || status === 'passed' ? status : 'skipped';
      const one = { suite: file, name: fullName || title, seconds: duration / 1_000 };
      const failure = (messages: readonly string[]): TestCase => {
        return { ...one, outcome: 'failed', ...split(messages.join('\n\n')) };
      };
      if (outcome === 'failed') return [failure(failureMessages)];
      // Jest has the tries before in the reasons, Vitest in the messages.
      const [first = ''] = [...retryReasons, ...failureMessages];
      const isRetried = outcome === 'passed' && (first !== '' || invocations > 1);
      return [...(isRetried ? [failure([first])] : []), { ...one, outcome }];
    });
  });
}

/** What is in front of the calls is the message. */
function split(details: string) {
  const trimmed = details.replace(/^\s*● .*\n+/, '').trim();
  return { message: trimmed.split(/\n[ \t]*at /, 1)[0]?.trim(), details: trimmed };
}

/** Undefined: it is none of them. */
export function javascriptCases(report: unknown): TestCase[] | undefined {
  const ofPlaywright = playwright.safeParse(report);
  if (ofPlaywright.success) return playwrightCases(ofPlaywright.data);
  const ofMocha = mocha.safeParse(report);
  if (ofMocha.success) return mochaCases(ofMocha.data);
  const ofJest = jest.safeParse(report);
  return ofJest.success ? jestCases(ofJest.data) : undefined;
}
