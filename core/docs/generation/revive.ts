import { isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import {
  generationPages,
  generations,
  projects,
  type Generation,
  type GenerationPage,
} from '../tables.ts';
import { completeHistory, endGeneration, interrupted } from './end.ts';
import { planQueue, type GenerationMessage } from './messages.ts';
import { claimWaiting, listPages, sendPage, sendRender, tokens } from './page-rows.ts';
import { leaseMilliseconds } from './step.ts';
import { tidyGeneration } from './tidy.ts';

type Needs = Pick<Platform, 'records' | 'queue' | 'feed' | 'trees' | 'ai' | 'clock' | 'log'>;

/** How often a generation that does not get on is given another chance. */
const mostRevivals = 3;
const together = 100;

/** Generations that nobody has touched for a while go on where they stopped, or end as
 * interrupted. Gives how many it found. */
export async function reviveGenerations(needs: Needs): Promise<number> {
  const { records, clock, log } = needs;
  const where = { status: 'generating' as const };
  const to = clock.now().toISOString();
  const query = { index: 'by_lease', where, to, limit: together };
  const { rows } = await records.list(generations, query);
  for (const row of rows) {
    try {
      await revive(needs, row);
    } catch (error) {
      // One that cannot be helped now must not keep the others waiting.
      log('WARNING', 'a generation could not be revived', { id: row.id, error: String(error) });
    }
  }
  return rows.length;
}

async function revive(needs: Needs, row: Stored<Generation>): Promise<void> {
  const { records, clock } = needs;
  const { id, owner, name } = row;
  const project = await records.get(projects, { owner, name });
  if (project?.generation !== id || project.status !== 'generating') {
    await completeHistory(needs, row);
    return tidyGeneration(needs, id);
  }
  if (row.revivals >= mostRevivals) {
    await endGeneration(needs, id, { status: 'error', message: interrupted });
    return tidyGeneration(needs, id);
  }
  const lease_until = new Date(clock.now().getTime() + leaseMilliseconds).toISOString();
  const changes = { revivals: row.revivals + 1, lease_until };
  try {
    await records.update(generations, { id }, changes, { version: row.version });
  } catch (error) {
    if (isFailure(error, 'conflict', 'changed')) return;
    throw error;
  }
  needs.log('INFO', 'a generation is queued again', { id, stage: row.stage });
  await sendAgain(needs, row);
}

/** Messages of steps that are done, at work or queued are the same work, and do nothing. */
async function sendAgain(needs: Needs, { id, plan_json, stage }: Generation): Promise<void> {
  const pages = plan_json === null ? [] : await listPages(needs, id);
  const isPlanned = pages.length > 0 && stage !== 'planning' && stage !== 'cloning';
  if (!isPlanned) {
    const message: GenerationMessage = { generation: id };
    await needs.queue.send(planQueue, JSON.stringify(message));
    return;
  }
  const claimed = pages.filter(({ state }) => state === 'claimed');
  for (const page of claimed) await sendClaimed(needs, page);
  const waiting = pages.some(({ state }) => state === 'waiting');
  for (let held = claimed.length; waiting && held < tokens; held += 1) {
    const page = await claimWaiting(needs, id, bySweep, true);
    if (page) await sendPage(needs, id, page.position);
  }
  if (pages.every(({ state }) => state === 'done')) await sendRender(needs, id);
}

/** A page that another step meant to write itself becomes a step of its own, which that other one,
 * should it come back, leaves alone. Its fences begin anew: those of the other step are not its. */
async function sendClaimed(needs: Needs, page: Stored<GenerationPage>): Promise<void> {
  const { generation, position, handed_on, version } = page;
  if (!handed_on) {
    const changes = { handed_on: true, fence: 0 };
    try {
      await needs.records.update(generationPages, { generation, position }, changes, { version });
    } catch (error) {
      // The other one is at work.
      if (isFailure(error, 'conflict', 'changed')) return;
      throw error;
    }
  }
  await sendPage(needs, generation, position);
}

/** Claimed pages that no other page's step sends. */
const bySweep = -2;
