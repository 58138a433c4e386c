import * as z from 'zod/mini';
import { jsonReader, number, outcomeOf, text, texts } from './json-fields.ts';
import type { TestCase } from './cases/test-case.ts';

const exception = z.object({ class: text, message: text, backtrace: texts });
const rspec = z.object({
  examples: z.array(
    z.object({
      id: text,
      full_description: z.string(),
      status: text,
      file_path: text,
      run_time: number,
      exception: z.catch(z.optional(exception), undefined),
    }),
  ),
  summary: z.object({ errors_outside_of_examples_count: number }),
  messages: texts,
});

/** RSpec with `--format json`. */
export const rspecReader = jsonReader(rspec, ({ examples, summary, messages }) => {
  const cases = examples.map(({ full_description: name, ...example }): TestCase => {
    const { id, file_path, status, run_time: seconds, exception: error } = example;
    const message = error?.message.trim();
    const details = error && [`${error.class}: ${message}`, ...error.backtrace].join('\n');
    // Examples that are shared have one name: none of them is a repetition.
    return { suite: id || file_path, name, seconds, outcome: outcomeOf(status), message, details };
  });
  if (summary.errors_outside_of_examples_count === 0) return cases;
  const name = 'An error outside of examples';
  return [
    { suite: 'RSpec', name, outcome: 'failed', details: messages.join('\n').trim() },
    ...cases,
  ];
});
