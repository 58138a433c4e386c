import { createInterface } from 'node:readline';
import { usage } from './group.ts';
import type { Shell } from './shell.ts';

export interface Question {
  readonly text: string;
  readonly isRequired?: boolean;
  /** What is wrong with an answer. */
  readonly problems?: (answer: string) => readonly string[];
}

export type Ask = (question: Question) => Promise<string | undefined>;

/** Asks on the terminal, or reads answers from a file, a line each. */
export async function withQuestions<Result>(
  { stdin, stderr }: Shell,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const input = createInterface({ input: stdin });
  const answers = input[Symbol.asyncIterator]();
  try {
    return await work(async ({ text, isRequired = false, problems = () => [] }) => {
      for (;;) {
        stderr.write(`${text}: `);
        const line = await answers.next();
        const answer = line.done === true ? '' : line.value.trim();
        if (answer === '' && !isRequired) return undefined;
        if (line.done === true) throw usage(`The answer to "${text}" is missing`);
        const wrong = problems(answer);
        if (wrong.length === 0) return answer;
        stderr.write(`${wrong.join('\n')}\n`);
      }
    });
  } finally {
    input.close();
  }
}
