import { callMilliseconds } from '#core/ai/call-milliseconds.ts';
import { isSameUser } from '#core/identity/users.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Held } from '#core/runs/hold.ts';
import { startStep } from '#core/runs/start-step.ts';
import { runEnded, unlessChanged, type Step, type Stepped, type StepRun } from '#core/runs/step.ts';
import { pagesIn, planOf, type Plan } from '../../plan.ts';
import { projectFiles } from '../../project-files.ts';
import { projectOf } from '../../variant.ts';
import { outlineOf } from '../prompts/outline.ts';
import { removeRows } from '#core/runs/remove-rows.ts';
import { cachedPages, projects, type Generation } from '../../tables.ts';
import { askPlan } from '../plan/ask-plan.ts';
import { assertKnown } from '../asking/cost-limit.ts';
import { enterStage } from '../progress/append-progress.ts';
import { endGeneration, withdraw } from '../end.ts';
import { generationRun } from '../generation-run.ts';
import { readFace } from '../../site/face/read-face.ts';
import { currentCommit, obtain, sourceOf, uncommittedIn } from '../obtain.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'git' | 'trees' | 'ai')
  | ('environment' | 'home' | 'templates')
>;

/** The first step: obtains the repository, and plans unless the site is up to date. */
export function planStep(needs: Needs, run: StepRun): Promise<Stepped> {
  return startStep(needs, generationRun, run, async (lease, step) => {
    const { owner, name, user_id, before } = step.row;
    if (!(await isSameUser(needs, { username: owner, userId: user_id ?? undefined }))) {
      // The server died before it could withdraw the generation.
      if (before === null) {
        await withdraw(needs, step.row);
        return undefined;
      }
      throw new Failure('missing', 'no_user', 'The user who asked for this was removed');
    }
    const plan = planOf(lease.row()) ?? (await obtainAndPlan(needs, lease, step));
    if (!plan) return undefined;
    const { id, plan_json } = lease.row();
    const changes = { plan_json, updated_at: needs.clock.now().toISOString() };
    const expect = { generation: id, status: 'generating' as const };
    const file = projectFiles({ owner, name }).plan;
    await Promise.all([
      needs.blobs.put(file, `${JSON.stringify(plan, null, 2)}\n`),
      unlessChanged(needs.records.update(projects, { owner, name }, changes, expect), runEnded),
    ]);
    const items = pagesIn(plan).map(({ slug, title, description }) => ({
      slug,
      title,
      description,
    }));
    return { items, changes: { stage: 'generating_pages' as const, planned_pages: items.length } };
  });
}

/** Undefined: the site is up to date, and the generation has ended. */
async function obtainAndPlan(
  needs: Needs,
  lease: Held<Generation>,
  { signal, began }: Step<Generation>,
): Promise<Plan | undefined> {
  const generation = lease.row();
  const { ai_provider, ai_model } = generation;
  const reason = await needs.ai.unavailable(ai_provider, ai_model);
  if (reason !== undefined) throw new Failure('upstream', 'ai_unavailable', reason);
  await enterStage(needs, lease, 'cloning');
  if (await isUpToDate(needs, lease, signal)) return undefined;
  const { sha, tree } = await obtain(needs, lease.row(), signal);
  try {
    // The remote has moved to the known commit meanwhile.
    if (await endUpToDate(needs, lease, sha)) return undefined;
    const outline = await outlineOf(tree);
    // A repeated step asks with the tags of the first: other ones would be another question.
    const tags =
      generation.outline === null
        ? await needs.git.tags(sourceOf(generation), { signal })
        : generation.tags;
    const face = await readFace(tree, outline.files, projectOf(generation.name));
    const uncommitted = await uncommittedIn(needs, generation, sha);
    const facts = { commit_sha: sha, outline: outline.text, tags: [...tags], face, uncommitted };
    await enterStage(needs, lease, 'planning', facts);
    if (generation.force) {
      const { owner, name } = generation;
      await needs.blobs.deletePrefix(projectFiles(generation).pageCache);
      await removeRows(needs, cachedPages, { owner, name });
    }
    const timeoutMilliseconds = callMilliseconds(needs, generation, began);
    const task = { generation: lease.row(), sha, tree, outline, timeoutMilliseconds };
    const { plan, answer, writer } = await askPlan(needs, task, signal);
    if (answer) assertKnown(generation, answer.costUsd);
    const plan_usage = {
      input_tokens: answer?.inputTokens ?? null,
      output_tokens: answer?.outputTokens ?? null,
      cost_usd: answer?.costUsd ?? null,
    };
    await lease.write({ plan_json: JSON.stringify(plan), writer, plan_usage, ...plan_usage });
    return plan;
  } finally {
    await tree.close();
  }
}

async function isUpToDate(
  needs: Needs,
  lease: Held<Generation>,
  signal: AbortSignal,
): Promise<boolean> {
  const { before, force, commit_sha } = lease.row();
  if (force || commit_sha !== null || before?.status !== 'ready') return false;
  const sha = await currentCommit(needs, lease.row(), signal);
  return sha !== undefined && (await endUpToDate(needs, lease, sha));
}

/** Ends the generation when the site that is there was made from this commit. */
async function endUpToDate(needs: Needs, lease: Held<Generation>, sha: string): Promise<boolean> {
  const generation = lease.row();
  const { id, before, force } = generation;
  if (force || before?.status !== 'ready' || before.commit_sha !== sha) return false;
  if ((await needs.blobs.published(projectFiles(generation).site)) === undefined) return false;
  await enterStage(needs, lease, 'up_to_date', { commit_sha: sha });
  const { status: _, ...previous } = before;
  const outcome = {
    ...previous,
    status: 'ready' as const,
    stage: 'up_to_date' as const,
    commit_sha: sha,
  };
  await endGeneration(needs, id, outcome, { reused_pages: before.page_count });
  await needs.trees.forget(id);
  return true;
}
