import { isFailure, Failure } from '#core/platform/failure.ts';
import type { AiAnswer } from '#core/platform/ports/programs/ai.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { readPlan } from './check-plan.ts';
import { planOf, type Plan } from '../../plan.ts';
import { writerOf } from '../asking/writer.ts';
import type { Outline } from '../prompts/outline.ts';
import { planPrompt } from '../prompts/plan-prompt.ts';
import { listGenerations } from '../../store.ts';
import type { Generation } from '../../tables.ts';
import { projectOf } from '../../variant.ts';

type Needs = Pick<Platform, 'ai' | 'records' | 'templates'>;

const maxOutputLength = 2_000;
const looksBack = 10;

export interface Planned {
  readonly plan: Plan;
  /** Null: an earlier plan of the same commit. */
  readonly answer: AiAnswer | null;
  /** As in the generation's row. */
  readonly writer: string | null;
}

/** The plan of an earlier generation of the same commit, else a new one from the model. */
export async function askPlan(
  needs: Needs,
  {
    generation,
    sha,
    tree,
    outline,
    timeoutMilliseconds,
  }: {
    readonly generation: Generation;
    readonly sha: string;
    readonly tree: Tree;
    readonly outline: Outline;
    readonly timeoutMilliseconds: number;
  },
  signal: AbortSignal,
): Promise<Planned> {
  const { id, name, ai_provider: provider, ai_model: model, force } = generation;
  const project = projectOf(name);
  const history = (await listGenerations(needs, generation, looksBack)).filter(
    (each) => each.id !== id && each.plan_json !== null,
  );
  const same = history.find(({ commit_sha }) => commit_sha === sha);
  const samePlan = same && planOf(same);
  if (samePlan && !force) return { plan: samePlan, answer: null, writer: same.writer };
  const earlier = (history[0] && planOf(history[0])) ?? null;
  const prompt = await planPrompt(needs, {
    project,
    tree,
    outline,
    tags: generation.tags,
    uncommitted: generation.uncommitted,
    earlier: force ? null : earlier,
  });
  const directory = await tree.directory();
  const question = { provider, model, prompt, directory, timeoutMilliseconds };
  let answer: AiAnswer;
  try {
    answer = await needs.ai.ask({
      ...question,
      signal,
      inputHash: `${sha} ${id}`,
      work: id,
      isForWork: true,
    });
  } catch (error) {
    throw plannerFailure(error);
  }
  const plan = readPlan(answer.text, project);
  return { plan, answer, writer: await writerOf(needs, generation) };
}

/** What the command printed, under the name that the requirement gives it. */
function plannerFailure(error: unknown): unknown {
  if (!isFailure(error, 'upstream')) return error;
  const { code, message, extra } = error;
  if (code === 'timed_out' || code === 'aborted' || extra['absent'] === true) return error;
  const output = /^[^\n]*?: exited with code [^\s:]+: ([^]+)$/.exec(message)?.[1] ?? message;
  const shown = maskSecrets(output).slice(-maxOutputLength);
  return new Failure('upstream', 'planner_failed', `Planner failed: ${shown}`, { cause: error });
}
