import { maskedStart, maskTokens } from '#core/text/mask.ts';

/** A test that failed first, and passed when it was repeated. */
export interface RetriedTest {
  readonly test_name: string;
  readonly error_message: string;
}

export interface Retries {
  /** Their number, and the first of them, cut. */
  readonly retried: { readonly count: number; readonly tests: RetriedTest[] };
  /** The numbers, from 0, of those failures whose test passed later in the report. */
  readonly passedLater: ReadonlySet<number>;
}

const maxTests = 100;
const maxNameLength = 500;
const maxMessageLength = 300;

interface Case {
  readonly name: string;
  /** The first failure, where the report says that there was one before the test passed. */
  readonly retried?: string;
}

/** Tells which tests of a report passed on a retry: Surefire says so, others write a test case for each
 * try into the same suite. */
export function retryList() {
  let failures = 0;
  let count = 0;
  /** Failures whose test has not passed yet. */
  const open = new Map<string, { readonly numbers: number[]; readonly first: RetriedTest }>();
  const tests: RetriedTest[] = [];
  const passedLater = new Set<number>();
  const keyOf = (suite: string | undefined, name: string) => `${suite ?? ''}\n${name}`;

  return {
    failed(suite: string | undefined, { test_name, error_message }: RetriedTest): void {
      const key = keyOf(suite, test_name);
      const entry = open.get(key) ?? { numbers: [], first: { test_name, error_message } };
      entry.numbers.push(failures);
      open.set(key, entry);
      failures += 1;
    },
    passed(suite: string | undefined, { name, retried: error_message }: Case): void {
      if (error_message !== undefined) add({ test_name: name, error_message });
      const entry = open.size === 0 ? undefined : open.get(keyOf(suite, name));
      if (!entry) return;
      open.delete(keyOf(suite, name));
      if (error_message === undefined) add(entry.first);
      for (const number of entry.numbers) passedLater.add(number);
    },
    end: (): Retries => ({ retried: { count, tests }, passedLater }),
  };

  function add({ test_name, error_message }: RetriedTest): void {
    count += 1;
    if (tests.length === maxTests) return;
    tests.push({
      test_name: test_name.slice(0, maxNameLength).toWellFormed(),
      error_message: maskedStart(error_message, maxMessageLength, maskTokens).toWellFormed(),
    });
  }
}
