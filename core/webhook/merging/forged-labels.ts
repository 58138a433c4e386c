import * as z from 'zod/mini';
import { unlessMissing } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { hasLabel } from '../pulls/labels.ts';
import { automaticLabels } from '../pulls/own-labels.ts';
import { isViewer } from '#core/scm/viewer.ts';
import type { Pull } from '../pulls/pull.ts';
import { type CommandName, refusalOf } from './permissions.ts';

const labelled = z.object({
  event: z.literal('labeled'),
  label: z.object({ name: z.string() }),
  // null: the account is deleted.
  actor: z.nullable(z.object({ login: z.string() })),
});
const other = z.object({ event: z.string().check(z.refine((name) => name !== 'labeled')) });

/**
 * Which of these labels of the pull request were set by somebody who may not give the command of the
 * label. The events that would have removed them may be late or lost, so that the code host is asked.
 * Of a label that nobody set, nobody knows.
 */
export async function forgedLabels(
  context: Pick<HandlerContext, 'scm' | 'settings' | 'platform'>,
  pull: Pull,
  labels: Readonly<Record<string, CommandName>>,
): Promise<string[]> {
  const automatic = { labels: automaticLabels(pull, context.settings).add };
  const present = Object.entries(labels).filter(
    ([label]) => hasLabel(pull, label) && !hasLabel(automatic, label),
  );
  if (present.length === 0) return [];
  const path = `${repositoryPath(pull.name)}/issues/${pull.number}/events`;
  const shape = z.union([labelled, other]);
  const all = (await unlessMissing(context.scm.all(path, { shape }))) ?? [];
  const events = all.filter((entry) => 'label' in entry);
  const forged: string[] = [];
  for (const [label, name] of present) {
    const last = events.findLast((each) => hasLabel({ labels: [each.label.name] }, label));
    const login = last?.actor?.login;
    const isTrue =
      login !== undefined &&
      ((await isViewer(context.scm, { login })) ||
        (await refusalOf(context, pull, { name, login })) === undefined);
    if (!isTrue) forged.push(label);
  }
  return forged;
}
