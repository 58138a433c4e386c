import type { AnalysisDetail } from '#core/analysis/base/schema/detail.ts';
import { proseAnswer, readAnswer } from '../answer/read-answer.ts';
import { explainPrompt, type Part, type PromptNeeds } from '../prompts/explain-prompt.ts';
import { askModel, type AskNeeds, type ModelQuestion } from './ask-model.ts';
import type { Subject } from '../prompts/subject.ts';

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
    ...{ model, slot: `${slot} repair` },
    prompt: await explainPrompt(needs, subject, part, repair),
  });
  const repaired = 'text' in again ? readAnswer(again.text) : answer;
  if ('detail' in repaired) return repaired;
  if (first.text.trim() !== '') return { detail: proseAnswer(first.text) };
  if ('error' in again) return again;
  const { title } = await needs.ai.program(model.ai_provider);
  return { error: `${title} gave an empty answer` };
}
