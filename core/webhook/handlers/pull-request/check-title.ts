import { setCheck } from '../checks/set-check.ts';
import type { HandlerContext } from '../handler.ts';
import { quoteAll } from '../shared/quote.ts';
import type { Pull } from '../shared/read-pull.ts';
import { isConventional } from './title.ts';

export const titleCheck = 'conventional-title';

/** Sets the check of the title where the repository asks for one. */
export async function checkTitle(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
): Promise<void> {
  const { conventionalTypes: types } = context.settings;
  if (!types) return;
  const isGood = isConventional(pull.title, context.settings);
  await setCheck(context, pull, {
    name: titleCheck,
    state: isGood ? 'success' : 'failure',
    title: isGood ? 'The title is conventional' : 'The title is not conventional',
    text: `A title is \`type: text\` or \`type(part): text\`. Types: ${quoteAll(types, 30)}.`,
  });
}
