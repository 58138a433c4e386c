import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planStep } from '#core/docs/generate/steps/plan-step.ts';
import { pageStep } from '#core/docs/generate/steps/page-step.ts';
import { renderStep } from '#core/docs/generate/steps/render-step.ts';
import { generationPages, generations, projects } from '#core/docs/tables.ts';
import { Failure } from '#core/platform/failure.ts';
import type { AiAnswer } from '#core/platform/ports/programs/ai.ts';
import type { LocalPlatform } from '#core/home/open-local.ts';
import { acceptGeneration, openGenerationHome } from '#test/support/docs/generation-home.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const key = { owner: 'admin', name: 'sample' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let platform: LocalPlatform;
let generation: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await acceptGeneration(folder.path, 1);
  platform = openGenerationHome(folder.path);
  generation = (await platform.records.get(projects, key))?.generation ?? '';
});
afterEach(async () => {
  await platform.close();
  await folder.remove();
});

const run = (fence: number, attempt = fence) => {
  return { run: generation, fence, attempt, signal: new AbortController().signal };
};
const answer = (text: string): AiAnswer => {
  return { text, inputTokens: null, outputTokens: null, costUsd: null, reused: false };
};

/** A platform whose model answers when it is told to. */
function waiting() {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<AiAnswer>();
  const ask = () => {
    asked.resolve();
    return answered.promise;
  };
  const needs = { ...platform, ai: { ...platform.ai, ask } };
  return { needs, asked: asked.promise, answer: (text: string) => answered.resolve(answer(text)) };
}

const taken = { kind: 'unavailable', code: 'taken_over' };

describe('a worker that wakes after another took over (R3)', () => {
  it('cannot write its page', async () => {
    await planStep(platform, run(1));
    const late = waiting();
    const step = pageStep(late.needs, { ...run(1), lane: 0 });
    await late.asked;
    await pageStep(platform, { ...run(2), lane: 0 });
    late.answer('# From the grave');
    await expect(step).rejects.toMatchObject(taken);
    const row = await platform.records.get(generationPages, { generation, position: 0 });
    expect(row?.markdown).toContain('# A page');
    expect(await platform.queue.depth('docs-render')).toMatchObject({ waiting: 1 });
  });

  it('cannot write its plan', async () => {
    const late = waiting();
    const step = planStep(late.needs, run(1));
    await late.asked;
    await planStep(platform, run(2));
    late.answer('{"navigation":[{"group":"g","pages":[{"slug":"grave","title":"G"}]}]}');
    await step;
    const row = await platform.records.get(generations, { id: generation });
    expect(row?.plan_json).not.toContain('grave');
    const { rows } = await platform.records.list(generationPages, { where: { generation } });
    expect(rows.map(({ slug }) => slug)).toEqual(['page-1']);
  });
});

it('a full disk is tried again, then ends the generation with the reason (R7)', async () => {
  await planStep(platform, run(1));
  await pageStep(platform, { ...run(1), lane: 0 });
  const words = 'The disk is full: free some space (ENOSPC)';
  const full = () => Promise.reject(new Failure('unavailable', 'storage_unavailable', words));
  for (const fence of [1, 2]) {
    await expect(renderStep(platform, run(fence), full)).rejects.toThrow(words);
    expect(await platform.records.get(projects, key)).toMatchObject({ status: 'generating' });
  }
  await expect(renderStep(platform, run(3), full)).rejects.toThrow(words);
  const row = await platform.records.get(projects, key);
  expect(row).toMatchObject({ status: 'error', error_message: words });
});

it('a feed that fails while the model writes fails the step, not the process (R7)', async () => {
  await planStep(platform, run(1));
  const { needs, asked, answer: finish } = waiting();
  const told = Promise.withResolvers<void>();
  const append = () => {
    told.resolve();
    return Promise.reject(new Failure('unavailable', 'storage_unavailable', 'The disk is full'));
  };
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  const step = pageStep({ ...needs, feed: { ...platform.feed, append } }, { ...run(1), lane: 0 });
  await Promise.all([asked, told.promise]);
  await turn();
  await turn();
  finish('# Page');
  await expect(step).rejects.toThrow('The disk is full');
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
