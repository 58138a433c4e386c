import { isFailure } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../handler.ts';
import type { Pull } from '../shared/read-pull.ts';
import { colorOf, hasLabel, isEnabled } from './label-names.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings'>;

interface Change {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/**
 * Adds and removes labels that differ, and creates missing ones in their colour. Labels that are not
 * enabled are left out. Gives the pull request with its new labels. Additions come first: after
 * an interruption one of a family, such as the sizes, is there. Repeated: nothing happens.
 */
export async function changeLabels(
  context: Context,
  pull: Pull,
  { add = [], remove = [] }: Change,
): Promise<Pull> {
  const { scm, settings } = context;
  const path = `${repositoryPath(pull.name)}/issues/${pull.number}/labels`;
  const gone = pull.labels.filter((label) => hasLabel({ labels: remove }, label));
  const wanted = add.filter((label) => !hasLabel(pull, label) && isEnabled(settings, label));
  for (const label of wanted) await createLabel(context, pull, label);
  if (wanted.length > 0) {
    await scm.call(path, { method: 'POST', body: { labels: wanted }, mayRepeat: true });
  }
  for (const label of gone) {
    try {
      await scm.call(`${path}/${encodeURIComponent(label)}`, { method: 'DELETE' });
    } catch (error) {
      // Another delivery, or a person, was faster.
      if (!isFailure(error, 'missing')) throw error;
    }
  }
  return { ...pull, labels: [...pull.labels.filter((each) => !gone.includes(each)), ...wanted] };
}

async function createLabel({ scm, settings }: Context, { name }: Pull, label: string) {
  const path = `${repositoryPath(name)}/labels`;
  try {
    await scm.call(`${path}/${encodeURIComponent(label)}`);
    return;
  } catch (error) {
    if (!isFailure(error, 'missing')) throw error;
  }
  try {
    const body = { name: label, color: colorOf(settings, label) };
    await scm.call(path, { method: 'POST', body, mayRepeat: true });
  } catch (error) {
    const isThere = isFailure(error, 'unprocessable') && error.message.includes('already_exists');
    if (!isThere) throw error;
  }
}
