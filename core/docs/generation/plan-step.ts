import { isSameUser } from '../../identity/users.ts';
import { Failure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { pagesIn } from '../writing/check-plan.ts';
import { callMilliseconds } from '../settings.ts';
import type { Plan } from '../writing/plan.ts';
import { projectFiles } from '../project/project-files.ts';
import { outlineOf } from '../prompts/outline.ts';
import { cachedPages, type Generation } from '../tables.ts';
import { askPlan, planOf } from '../writing/ask-plan.ts';
import { endGeneration } from './end.ts';
import { changeProject, holdGeneration, type Held } from './hold.ts';
import { currentCommit, obtain } from './obtain.ts';
import { makePageRows, sendPage, tokens } from './page-rows.ts';
import { runStep, type Step, type StepRun } from './step.ts';
import { withdraw } from './withdraw.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'git' | 'trees' | 'ai')
  | ('environment' | 'home')
>;

/** The first step: obtains the repository, and plans unless the site is up to date. */
export function planStep(needs: Needs, run: StepRun): Promise<void> {
  return runStep(needs, run, (step) => work(needs, step));
}

async function work(needs: Needs, step: Step): Promise<void> {
  const { owner, user_id, before } = step.row;
  if (!(await isSameUser(needs, { username: owner, userId: user_id ?? undefined }))) {
    // A server that died had not taken it back.
    if (before === null) return withdraw(needs, step.row);
    throw new Failure('missing', 'no_user', 'The user who asked for this was removed');
  }
  const held = await holdGeneration(needs, step, 'plan');
  const plan = planOf(held.row()) ?? (await obtainAndPlan(needs, held, step));
  if (!plan) return;
  // From here on everything may be repeated: the plan stands in the generation's row.
  const generation = held.row();
  const { id } = generation;
  const total = pagesIn(plan).length;
  await Promise.all([
    needs.blobs.put(projectFiles(generation).plan, `${JSON.stringify(plan, null, 2)}\n`),
    changeProject(needs, generation, { plan_json: generation.plan_json }),
    makePageRows(needs, id, plan),
  ]);
  await held.enter('generating_pages', { planned_pages: total });
  const first = pagesIn(plan).slice(0, tokens);
  await Promise.all(first.map((_, position) => sendPage(needs, id, position)));
}

/** Undefined: the site is up to date, and the generation has ended. */
async function obtainAndPlan(
  needs: Needs,
  held: Held,
  { signal, began }: Step,
): Promise<Plan | undefined> {
  const generation = held.row();
  const { ai_provider, ai_model } = generation;
  const reason = await needs.ai.unavailable(ai_provider, ai_model);
  if (reason !== undefined) throw new Failure('upstream', 'ai_unavailable', reason);
  await held.enter('cloning');
  if (await isUpToDate(needs, held, signal)) return undefined;
  const { sha, tree } = await obtain(needs, held.row(), signal);
  try {
    // The remote has moved to the known commit meanwhile.
    if (await endUpToDate(needs, held, sha)) return undefined;
    const outline = await outlineOf(tree);
    await held.enter('planning', { commit_sha: sha, outline: outline.text });
    if (generation.force) await forgetPages(needs, generation);
    const timeoutMilliseconds = callMilliseconds(needs, generation, began);
    const asked = { generation: held.row(), sha, tree, outline, timeoutMilliseconds };
    const { plan, answer, writer } = await askPlan(needs, asked, signal);
    const plan_usage = {
      input_tokens: answer?.inputTokens ?? null,
      output_tokens: answer?.outputTokens ?? null,
      cost_usd: answer?.costUsd ?? null,
    };
    await held.write({ plan_json: JSON.stringify(plan), writer, plan_usage, ...plan_usage });
    return plan;
  } finally {
    await tree.close();
  }
}

async function isUpToDate(needs: Needs, held: Held, signal: AbortSignal): Promise<boolean> {
  const { before, force, commit_sha } = held.row();
  if (force || commit_sha !== null || before?.status !== 'ready') return false;
  const sha = await currentCommit(needs, held.row(), signal);
  return sha !== undefined && (await endUpToDate(needs, held, sha));
}

/** Ends the generation when the site that is there was made from this commit. */
async function endUpToDate(needs: Needs, held: Held, sha: string): Promise<boolean> {
  const generation = held.row();
  const { id, before, force } = generation;
  if (force || before?.status !== 'ready' || before.commit_sha !== sha) return false;
  if ((await needs.blobs.published(projectFiles(generation).site)) === undefined) return false;
  await held.enter('up_to_date', { commit_sha: sha });
  const { status: _, ...kept } = before;
  const outcome = {
    ...kept,
    status: 'ready' as const,
    stage: 'up_to_date' as const,
    commit_sha: sha,
  };
  await endGeneration(needs, id, outcome, { reused_pages: before.page_count });
  await needs.trees.forget(id);
  return true;
}

async function forgetPages({ records, blobs }: Needs, generation: Generation): Promise<void> {
  const { owner, name } = generation;
  await blobs.deletePrefix(projectFiles(generation).pageCache);
  for (;;) {
    const { rows } = await records.list(cachedPages, { where: { owner, name }, limit: 1_000 });
    if (rows.length === 0) return;
    await Promise.all(rows.map(({ slug }) => records.delete(cachedPages, { owner, name, slug })));
  }
}
