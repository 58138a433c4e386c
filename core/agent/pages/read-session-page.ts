import type { Platform } from '#core/platform/ports/platform.ts';
import { openQuestions } from '../limits/permissions.ts';
import { readSession } from '../sessions.ts';

export const messagesShown = 50;

/** Without an offset: the latest page. */
export async function readSessionPage(
  { agents, records }: Pick<Platform, 'agents' | 'records'>,
  id: string,
  start: number | undefined,
) {
  const session = await readSession({ records }, id);
  const last = async () => {
    const { total } = await agents.messages(id, { offset: 0, limit: 0 });
    return Math.max(0, Math.ceil(total / messagesShown) - 1) * messagesShown;
  };
  const offset = start ?? (await last());
  const { total, messages } = await agents.messages(id, { offset, limit: messagesShown });
  return { session, offset, total, messages, questions: openQuestions(agents, id) };
}
