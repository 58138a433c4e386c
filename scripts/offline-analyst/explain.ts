import type { ExplainTask } from '#core/ai/task.ts';
import { consoleSource, errorSource, stackSource } from '#core/analysis/explain/prompts/subject.ts';

const maxFrames = 5;
const maxQuote = 300;

/** Faults of the environment, as operating systems, runtimes and proxies name them. */
const faults: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /\b(?:ENOTFOUND|EAI_AGAIN|UnknownHostException)\b|could not resolve host|name or service not known|failure in name resolution|nodename nor servname|no such host\b/i,
    'A host name could not be resolved. Check the name and the name service.',
  ],
  [
    /\b(?:ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded|disk (?:is )?full|read-only file system/i,
    'A disk was full or not writable. Free some space where the tests run.',
  ],
  [
    /\b(?:ENOMEM|OutOfMemoryError|MemoryError|OOMKilled)\b|out of memory|cannot allocate memory|exit code 137\b/i,
    'The memory did not suffice. Give the tests more, or run fewer at once.',
  ],
  [
    /\b(?:502 bad gateway|503 service (?:temporarily )?unavailable|504 gateway time-?out)\b|\b(?:http|status)(?: code)?[ :=]{1,3}50[234]\b/i,
    'A gateway had no answer of the service behind it. Check whether that service runs.',
  ],
  [
    /\b(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|EPIPE)\b|connection (?:was )?(?:refused|reset|aborted)|socket hang up|broken pipe|no route to host|network is unreachable/i,
    'A connection failed. Check whether the service runs and can be reached.',
  ],
  [
    /\b(?:ETIMEDOUT|ESOCKETTIMEDOUT|SocketTimeoutException|TimeoutException|TimeoutError)\b|\btim(?:ed|e)[ -]?out\b|context deadline exceeded/i,
    'Something did not answer in time. Check whether it runs, and whether the machine was overloaded.',
  ],
];

/** A comparison of a test, or a wait for an element of a page: its cause is not in the line. */
const undecided = /\bassert|\bexpect(?:ed)?\b|\b(?:selector|locator|element)\b/i;

/** Looks for faults of the environment by rules. Other failures are quoted without a class: that
 * needs a model. */
export function explain({ tests, error, stack, console }: ExplainTask) {
  const fault =
    findFault(errorSource, error) ??
    findFault(stackSource, stack) ??
    findFault(consoleSource, console);
  const note = 'No AI model was used.';
  return {
    affected_tests: tests,
    ...(fault
      ? {
          classification: 'INFRASTRUCTURE',
          details: `${note} A rule found a fault of the environment: ${fault.sentence}`,
          artifacts_evidence: fault.evidence,
        }
      : {
          classification: '',
          details: [`${note} No rule decides this failure.`, ...excerpt(error, stack)].join('\n'),
          artifacts_evidence: '',
        }),
  };
}

function findFault(source: string, text: string) {
  for (const [at, line] of text.split('\n').entries()) {
    if (undecided.test(line)) continue;
    const sentence = faults.find(([pattern]) => pattern.test(line))?.[1];
    const quote = line.trim().slice(0, maxQuote);
    if (sentence !== undefined) return { sentence, evidence: `${source}:${at + 1}: ${quote}` };
  }
  return undefined;
}

function excerpt(error: string, stack: string): string[] {
  const lines = `${error}\n${stack}`.split('\n').map((line) => line.trim().slice(0, 500));
  const message =
    lines.find((line) => /\b(?:error|exception|assert\w*|fail\w*|panic|fatal)\b/i.test(line)) ??
    lines.find((line) => line !== '');
  const frames = stack
    .split('\n')
    .map((line) => line.trim().slice(0, 300))
    .filter((line) => /^at\s|^File ".*", line \d+|[\w/.-]+\.\w+:\d+/.test(line))
    .slice(0, maxFrames);
  return [
    ...(message === undefined ? [] : [`Error: ${message}`]),
    ...(frames.length > 0 ? ['First frames:', ...frames] : []),
  ];
}
