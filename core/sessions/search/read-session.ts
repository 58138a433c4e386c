import type { Platform } from '#core/platform/ports/platform.ts';
import type { Session } from '../schema.ts';
import { readSessionFiles } from '../summaries/list-sessions.ts';
import messagePage, { type MessagePage, type MessageRange } from './message-page.ts';

/** A session with a page of its messages: of several with the id the one that has the message. */
export async function readSession(
  needs: Pick<Platform, 'transcripts' | 'log' | 'clock'>,
  id: string,
  range: Omit<MessageRange, 'path'>,
): Promise<{ readonly session: Session; readonly content: MessagePage }> {
  const [newest, ...others] = await readSessionFiles(needs, id);
  const read = async ({ file: { path }, session }: typeof newest) => ({
    session,
    content: await needs.transcripts.compute(messagePage, { ...range, path }),
  });
  const first = await read(newest);
  const hasMessage = ({ content }: typeof first) =>
    range.uuid === undefined || content.messages.some(({ uuid }) => uuid === range.uuid);
  if (hasMessage(first)) return first;
  for (const other of others) {
    const page = await read(other);
    if (hasMessage(page)) return page;
  }
  return first;
}
