// The JSON reports of Playwright, Mocha, Mochawesome, Jest and Vitest.
import * as z from 'zod/mini';
import { jsonReader, number, outcomeOf, text, texts } from './json-fields.ts';
import { split, type TestCase } from './cases/test-case.ts';

/** Mochawesome has its own name for the stack. */
const error = z.object({ message: text, stack: text, estack: text });
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
  state: text,
  duration: number,
  err: optionalError,
});
const mochaTests = z.catch(z.array(mochaTest), []);
const mocha = z.object({
  stats: z.object({}),
  passes: z.array(mochaTest),
  pending: mochaTests,
  failures: z.array(mochaTest),
});

function mochaCase(
  { title, fullTitle, file, state, duration, err }: z.output<typeof mochaTest>,
  outcome = outcomeOf(state),
): TestCase {
  return {
    suite: file,
    name: fullTitle || title,
    seconds: duration / 1_000,
    outcome,
    message: err?.message.trim(),
    details: err?.stack || err?.estack,
  };
}

function mochaCases({ passes, pending, failures }: z.output<typeof mocha>): TestCase[] {
  return [
    ...failures.map((test) => mochaCase(test, 'failed')),
    ...passes.map((test) => mochaCase(test, 'passed')),
    ...pending.map((test) => mochaCase(test, 'skipped')),
  ];
}

const awesomeLevel = z.object({
  file: text,
  tests: mochaTests,
  beforeHooks: mochaTests,
  afterHooks: mochaTests,
});
interface AwesomeSuite extends z.output<typeof awesomeLevel> {
  readonly suites?: readonly AwesomeSuite[] | undefined;
}
const awesomeSuite: z.ZodMiniType<AwesomeSuite> = z.lazy(() =>
  z.extend(awesomeLevel, { suites: z.optional(z.array(awesomeSuite)) }),
);
const mochawesome = z.object({ stats: z.object({}), results: z.array(awesomeSuite) });

function mochawesomeCases({ results }: z.output<typeof mochawesome>): TestCase[] {
  return results.flatMap(({ file, tests, beforeHooks, afterHooks, suites = [] }) => {
    const hooks = [...beforeHooks, ...afterHooks].filter(({ state }) => state === 'failed');
    const cases = [...hooks, ...tests].map((test) => mochaCase({ ...test, file }));
    return [...cases, ...mochawesomeCases({ stats: {}, results: [...suites] })];
  });
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
          retryReasons: texts,
          failureMessages: texts,
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
      const outcome = outcomeOf(status);
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

export const javascriptReaders = [
  jsonReader(playwright, playwrightCases),
  jsonReader(mocha, mochaCases),
  jsonReader(mochawesome, mochawesomeCases),
  jsonReader(jest, jestCases),
];
