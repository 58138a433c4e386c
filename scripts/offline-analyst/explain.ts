import type { ExplainTask } from '#core/ai/task.ts';
import { excerptLines } from '#core/analysis/intake/builds/console-excerpt.ts';
import { faults } from './faults.ts';
import { consoleSource, errorSource, stackSource } from '#core/analysis/explain/prompts/subject.ts';

const maxQuote = 300;
const maxLineLength = 2_000;

/** A comparison of a test, a wait for an element of a page, or the time of a test: the cause is not in the
 * line. */
const undecided =
  /\bassert|\bexpect(?:ed)?\b|\b(?:selector|locator|element)\b|\b(?:test|hook)s?\b.{0,30}\b(?:timeout|timed out)|\btimeout of \d+ ?ms exceeded|exceeded timeout of \d/i;
/** A call: what it is named after did not happen. */
const call = /^\s*(?:at\s|File "|from\s.*:\d+:in)/;

/** Looks for faults of the environment by rules, and says nothing else of a failure: that needs a model. */
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
          details: `${note} A rule found a fault of the environment in line ${fault.line} of the ${fault.where}: ${fault.sentence}`,
          artifacts_evidence: fault.evidence,
        }
      : {
          classification: '',
          details: `${note} No rule knows this failure.`,
          artifacts_evidence: '',
        }),
  };
}

const names = {
  [errorSource]: 'error message',
  [stackSource]: 'stack trace',
  [consoleSource]: 'console output',
};

/** An excerpt of a console has the numbers of its lines in it. */
function findFault(source: keyof typeof names, part: string) {
  const lines =
    source === consoleSource
      ? excerptLines(part)
      : part.split('\n').map((line, at) => ({ number: at + 1, text: line }));
  for (const { number: line, text } of lines) {
    const content = text.slice(0, maxLineLength);
    if (undecided.test(content) || call.test(content)) continue;
    const sentence = faults.find(([pattern]) => pattern.test(content))?.[1];
    if (sentence === undefined) continue;
    const evidence = `${source}:${line}: ${content.trim().slice(0, maxQuote)}`;
    return { sentence, evidence, line, where: names[source] };
  }
  return undefined;
}
