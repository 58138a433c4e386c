import { isFailure, isWritten } from '#core/platform/failure.ts';
import type { ProjectKey } from '../project-files.ts';
import { projects } from '../tables.ts';
import { generate, type GenerateNeeds } from './generate.ts';

/** Begins the generation that was asked for while the last one ran. Repeated, or there is none:
 * nothing. A request that is refused is forgotten. */
export async function startQueued(
  needs: GenerateNeeds,
  { owner, name }: ProjectKey,
): Promise<void> {
  const { records, log } = needs;
  const key = { owner, name };
  const project = await records.get(projects, key);
  if (!project?.queued || project.status === 'generating') return;
  const { request } = project.queued;
  const { userId, ...caller } = project.queued.caller;
  try {
    await generate(
      needs,
      { ...caller, ...(userId !== undefined && { userId }), via: 'key' },
      { ...request, queue: false },
    );
  } catch (error) {
    if (!isFailure(error)) throw error;
    // Another request has begun one.
    if (error.kind === 'conflict') return;
    log('WARNING', 'a queued generation was refused', { owner, name, reason: error.message });
    await isWritten(
      records.update(projects, key, { queued: null }, { generation: project.generation }),
    );
  }
}
