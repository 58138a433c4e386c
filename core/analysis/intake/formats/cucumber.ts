import * as z from 'zod/mini';
import { jsonReader, number, text, texts } from './json-fields.ts';
import { split, withPlace, type TestCase } from './cases/test-case.ts';

const level = z.object({
  keyword: text,
  name: text,
  output: texts,
  embeddings: z.catch(z.array(z.object({ data: text, mime_type: text })), []),
  match: z.catch(z.object({ location: text }), { location: '' }),
  result: z.catch(z.object({ status: text, duration: number, error_message: text }), {
    status: '',
    duration: 0,
    error_message: '',
  }),
});
const hooks = z.catch(z.array(level), []);
const steps = z.catch(z.array(z.extend(level, { before: hooks, after: hooks })), []);
const element = z.object({
  type: text,
  name: text,
  line: number,
  before: hooks,
  steps,
  after: hooks,
});
const cucumber = z
  .array(z.object({ uri: z.string(), name: text, elements: z.catch(z.array(element), []) }))
  .check(z.minLength(1));
type Step = z.output<typeof level>;

/** Each scenario is a test, with the steps of the background before it. */
export const cucumberReader = jsonReader(cucumber, (features) =>
  features.flatMap(({ uri, name: feature, elements }) => {
    const cases: TestCase[] = [];
    let background: Step[] = [];
    for (const { type, name, line, before, steps: own, after } of elements) {
      const inner = own.flatMap((step) => [...step.before, step, ...step.after]);
      const all = [...background, ...before, ...inner, ...after];
      background = type === 'background' ? all : [];
      if (type === 'background') continue;
      const failure = all.find(({ result }) => failed.test(result.status));
      const isSkipped = all.some(({ result }) => /^(?:skipped|pending)$/.test(result.status));
      const error = split(failure?.result.error_message ?? '');
      cases.push({
        // The rows of an outline have one name: none of them is a repetition.
        suite: `${uri}:${line}`,
        group: feature,
        name,
        seconds: all.reduce((sum, { result }) => sum + result.duration, 0) / 1e9,
        outcome: failure ? 'failed' : isSkipped ? 'skipped' : 'passed',
        message: error.message || (failure && `${stepOf(failure)} is ${failure.result.status}`),
        details: withPlace(`${error.details}\n${failure ? stepOf(failure) : ''}`.trim(), uri, line),
        output: all.flatMap(outputOf).join('\n'),
      });
    }
    return cases;
  }),
);

const failed = /^(?:failed|ambiguous|undefined)$/;

/** Hooks have no name. */
const stepOf = ({ keyword, name, match }: Step) => `${keyword}${name}`.trim() || match.location;

/** Cucumber of JavaScript attaches what was logged. */
function outputOf({ output, embeddings }: Step): readonly string[] {
  const logs = embeddings.filter(({ mime_type }) => mime_type === 'text/x.cucumber.log+plain');
  return [...output, ...logs.map(({ data }) => Buffer.from(data, 'base64').toString())];
}
