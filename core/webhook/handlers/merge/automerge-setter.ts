import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import { refusalOf } from '../commands/permissions.ts';
import { isViewer } from '../comments/viewer.ts';
import type { HandlerContext } from '../handler.ts';
import { hasLabel } from '../labels/label-names.ts';
import { automaticLabels } from '../pull-request/own-labels.ts';
import type { Pull } from '../shared/read-pull.ts';

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
  try {
    const events = (await scm.all(path)).flatMap((event) => labelled.safeParse(event).data ?? []);
    return events.findLast(({ label }) => hasLabel({ labels: [label.name] }, 'automerge'))?.actor;
  } catch (error) {
    if (isFailure(error, 'missing')) return undefined;
    throw error;
  }
}
