import * as z from 'zod/mini';
import { isFailure, unlessMissing } from '#core/platform/failure.ts';
import { pullPath, repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { changeLabels, hasLabel } from '../pulls/labels.ts';
import { automaticLabels } from '../pulls/own-labels.ts';
import { isViewer } from '../pulls/people.ts';
import { type Pull, readPull } from '../pulls/pull.ts';
import { refusalOf } from './permissions.ts';
import { findHead, isProcessed } from './verdicts.ts';

/** Squashes exactly the commits that were judged. Merged already: nothing happens. */
export async function mergePull(
  context: Pick<HandlerContext, 'scm' | 'settings' | 'platform'>,
  pull: Pull,
): Promise<{ readonly outcome: string }> {
  // The event of a push decides whether the label automerge stays.
  if (!isProcessed(await findHead(context, pull), pull)) {
    return { outcome: 'skipped: the event of the newest commits was not processed yet' };
  }
  if (await isForgedAutomerge(context, pull)) {
    await changeLabels(context, pull, { remove: ['automerge'] });
    return { outcome: 'skipped: the label automerge was set by somebody who may not' };
  }
  const body = { merge_method: 'squash', sha: pull.headSha };
  try {
    await context.scm.call(`${pullPath(pull.name)}/merge`, { method: 'PUT', body });
    return { outcome: 'merged' };
  } catch (error) {
    if (isFailure(error, 'conflict')) return { outcome: 'skipped: there are newer commits' };
    // Also what the host says of one that an earlier run, or a person, merged.
    const { isMerged } = await readPull(context, pull.number);
    if (isMerged) return { outcome: 'merged already' };
    throw error;
  }
}

const labelled = z.object({
  event: z.literal('labeled'),
  label: z.object({ name: z.string() }),
  actor: z.object({ login: z.string(), type: z._default(z.string(), 'User') }),
});

/** Whether the label automerge was set by somebody who may not. The event that would have removed it
 * may be late or lost, so that the code host is asked. */
export async function isForgedAutomerge(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
): Promise<boolean> {
  const { scm, settings } = context;
  if (automaticLabels(pull, settings).add.includes('automerge')) return false;
  const actor = await readSetter(context, pull);
  if (!actor || (await isViewer(scm, actor))) return false;
  const { login } = actor;
  return (await refusalOf(context, pull, { name: 'automerge', login })) !== undefined;
}

/** Undefined: the host keeps no such events. */
async function readSetter({ scm }: Pick<HandlerContext, 'scm'>, pull: Pull) {
  const path = `${repositoryPath(pull.name)}/issues/${pull.number}/events`;
  const all = (await unlessMissing(scm.all(path))) ?? [];
  const events = all.flatMap((event) => labelled.safeParse(event).data ?? []);
  return events.findLast(({ label }) => hasLabel({ labels: [label.name] }, 'automerge'))?.actor;
}
