import { Failure } from '../../platform/failure.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import type { ChangedFile } from '../../scm/changed-files.ts';
import type { ReviewComment } from '../comments/read-comments.ts';
import { reviewPrompt, type Question } from '../prompts/review-prompt.ts';
import { checkFinding } from './check-findings.ts';
import { readFindings, type Finding } from './read-findings.ts';
import { batchesOf, unitsOf } from './units.ts';

type Needs = Pick<Platform, 'ai' | 'templates'>;

export interface ReviewInput {
  readonly files: readonly ChangedFile[];
  readonly title: string;
  readonly instructions: string | undefined;
  /** The commit that is reviewed. */
  readonly commit: string;
  readonly provider: string;
  readonly model: string;
  readonly timeoutMilliseconds: number;
  /** For the diff in all questions together. */
  readonly budgetTokens: number;
  readonly say: (message: string) => void;
}

export interface Reviewed {
  readonly comments: readonly ReviewComment[];
  /** Every part of the diff was reviewed. */
  readonly isComplete: boolean;
}

/** Larger questions get vaguer answers. */
const batchTokens = 30_000;

/** Asks a model about a diff, and keeps the findings whose quotes are in it. */
export async function reviewDiff(needs: Needs, input: ReviewInput): Promise<Reviewed> {
  const { files, budgetTokens, title, instructions, say } = input;
  const { batches, left } = batchesOf(unitsOf(files), { batch: batchTokens, budget: budgetTokens });
  if (left.length > 0) say(`Not reviewed, over the budget of tokens: ${left.join(', ')}`);
  const comments: ReviewComment[] = [];
  let dropped = 0;
  const { title: program } = await needs.ai.program(input.provider);
  for (const [at, units] of batches.entries()) {
    say(`Asking ${program} (${at + 1} of ${batches.length})`);
    for (const finding of await ask(needs, input, { title, instructions, units })) {
      const comment = checkFinding(units, finding);
      if (comment) comments.push(comment);
      else dropped += 1;
    }
  }
  if (dropped > 0) say(`${dropped} findings were dropped: their quotes are not in the diff`);
  return { comments, isComplete: left.length === 0 };
}

/** A model whose answer does not have the shape is asked once to repair it. */
async function ask(
  { ai, templates }: Needs,
  { provider, model, commit, timeoutMilliseconds }: ReviewInput,
  question: Question,
): Promise<readonly Finding[]> {
  const put = async (prompt: string) => {
    const { text } = await ai.ask({
      provider,
      model,
      prompt,
      inputHash: commit,
      accepts: (answer) => 'findings' in readFindings(answer),
      timeoutMilliseconds,
    });
    return text;
  };
  const text = await put(await reviewPrompt({ templates }, question));
  const first = readFindings(text);
  if ('findings' in first) return first.findings;
  const repair = { text, problem: first.problem };
  const second = readFindings(await put(await reviewPrompt({ templates }, question, repair)));
  if ('findings' in second) return second.findings;
  const { title } = await ai.program(provider);
  throw new Failure('upstream', 'unusable_answer', `${title} gave no review: ${second.problem}`);
}
