import { hash } from 'node:crypto';
import { callMilliseconds } from '#core/ai/call-milliseconds.ts';
import { offline } from '#core/ai/provider-ids.ts';
import { withTitles } from '#core/ai/providers.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { AiAnswer } from '#core/platform/ports/programs/ai.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maskSecrets } from '#core/text/mask.ts';
import type { PeerEntry } from '../../base/schema/request.ts';
import { type AiCall, type Job } from '../../base/tables/job-tables.ts';
import type { Subject } from '../prompts/subject.ts';
import type { AnalysisDetail } from '../../base/schema/detail.ts';
import { proseAnswer, readAnswer } from '../answer/read-answer.ts';
import { explainPrompt, type Part, type PromptNeeds } from '../prompts/explain-prompt.ts';

export type AskNeeds = Pick<Platform, 'ai' | 'records' | 'clock' | 'environment' | 'home'>;

export interface ModelQuestion {
  readonly model: PeerEntry;
  readonly prompt: string;
  /** Tells equal questions of one job apart: two reviewers may be the same model. */
  readonly slot: string;
}

/** The answer's text, or why there is none. It is paid for once, however often a step is repeated.
 * Thrown: outages of our own, and the abort of the step. */
export async function askModel(
  needs: AskNeeds,
  { job, group, workspace, secrets, began, signal, calls }: Subject,
  { model, prompt, slot }: ModelQuestion,
): Promise<{ readonly text: string } | { readonly error: string }> {
  const inputHash = `${job.id} ${group.position} ${slot}`;
  const { ai_cli_timeout: timeout_minutes } = job.params;
  const directory = await workspace?.directory();
  let answer: AiAnswer;
  try {
    answer = await needs.ai.ask({
      provider: model.ai_provider,
      model: model.ai_model,
      prompt,
      inputHash,
      signal,
      work: job.id,
      isForWork: true,
      ...(directory !== undefined && { directory }),
      timeoutMilliseconds: callMilliseconds(needs, { timeout_minutes }, began),
    });
  } catch (error) {
    const isRefused =
      isFailure(error, 'upstream') ||
      isFailure(error, 'invalid') ||
      isFailure(error, 'configuration');
    if (signal.aborted || !isRefused) throw error;
    const { title } = await needs.ai.program(model.ai_provider);
    return { error: maskSecrets(withTitles(error.message, title), secrets).slice(0, 2_000) };
  }
  if (model.ai_provider !== offline) {
    calls.push(callOf(needs, job, model, answer, `${inputHash} ${prompt}`));
  }
  return {
    text: directory === undefined ? answer.text : withoutFolder(answer.text, directory, job),
  };
}

/** Folders of this machine are not for readers. In the cloud each step unpacks the tree in a folder of its
 * own, and an earlier step may have asked: such names differ in what follows the job's id. */
function withoutFolder(text: string, directory: string, { id }: Job): string {
  const [start = ''] = directory.split(id, 1);
  return text
    .split(`${start}${id}`)
    .map((part, at) => (at === 0 ? part : part.replace(/^(?:-\w{6})?\/?/, '')))
    .join('');
}

export function callOf(
  { clock }: Pick<Platform, 'clock'>,
  { id: job_id }: Job,
  { ai_provider, ai_model }: PeerEntry,
  { inputTokens, outputTokens, costUsd }: AiAnswer,
  question: string,
): AiCall {
  return {
    job_id,
    id: hash('sha256', `${JSON.stringify([ai_provider, ai_model])} ${question}`),
    ai_provider,
    ai_model,
    called_at: clock.now().toISOString(),
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_usd: costUsd,
  };
}

export type ExplainNeeds = AskNeeds & PromptNeeds;

type Asked = Pick<ModelQuestion, 'model' | 'slot'> & { readonly part: Part };

/**
 * Asks for an analysis. A model whose answer does not have the shape is asked once to repair it;
 * then its prose becomes the details, without a class. `error`: there is no answer.
 */
export async function askForAnalysis(
  needs: ExplainNeeds,
  subject: Subject,
  { model, slot, part }: Asked,
): Promise<{ readonly detail: AnalysisDetail } | { readonly error: string }> {
  const prompt = await explainPrompt(needs, subject, part);
  const first = await askModel(needs, subject, { model, prompt, slot });
  if ('error' in first) return first;
  const answer = readAnswer(first.text);
  if ('detail' in answer) return answer;
  const repair = { text: first.text, problem: answer.problem };
  const again = await askModel(needs, subject, {
    model,
    slot: `${slot} repair`,
    prompt: await explainPrompt(needs, subject, part, repair),
  });
  const repaired = 'text' in again ? readAnswer(again.text) : answer;
  if ('detail' in repaired) return repaired;
  if (first.text.trim() !== '') return { detail: proseAnswer(first.text) };
  if ('error' in again) return again;
  const { title } = await needs.ai.program(model.ai_provider);
  return { error: `${title} gave an empty answer` };
}
