import { isFailure, isWritten } from '#core/platform/failure.ts';
import type { ProjectKey } from '../project-files.ts';
import { readFamily } from '../store.ts';
import { type Project, projects } from '../tables.ts';
import { generate, type GenerateNeeds } from './generate.ts';

/** Begins a generation that was asked for while another one of the project ran: that of the site that
 * waits longest since it changed. Repeated, or there is none: nothing. A request that is refused is
 * forgotten. */
export async function startQueued(needs: GenerateNeeds, key: ProjectKey): Promise<void> {
  const rows = await readFamily(needs, key);
  if (rows.some(({ status }) => status === 'generating')) return;
  const waiting = rows.filter(({ queued }) => queued !== null);
  for (const row of waiting.sort((a, b) => a.updated_at.localeCompare(b.updated_at))) {
    if (await start(needs, row)) return;
  }
}

/** False: the request was refused. */
async function start(
  needs: GenerateNeeds,
  { owner, name, generation, queued }: Pick<Project, 'owner' | 'name' | 'generation' | 'queued'>,
): Promise<boolean> {
  if (!queued) return false;
  const { request } = queued;
  const { userId, ...caller } = queued.caller;
  try {
    await generate(
      needs,
      { ...caller, ...(userId !== undefined && { userId }), via: 'key' },
      { ...request, queue: false },
    );
    return true;
  } catch (error) {
    // After an outage of our own a sweep begins it.
    if (!isFailure(error) || error.kind === 'unavailable') throw error;
    // Another request has begun one.
    if (error.kind === 'conflict') return true;
    needs.log('WARNING', 'a queued generation was refused', { owner, name, reason: error.message });
    const changes = {
      queued: null,
      ...(generation === null && { error_message: error.message }),
    };
    await isWritten(needs.records.update(projects, { owner, name }, changes, { generation }));
    return false;
  }
}
