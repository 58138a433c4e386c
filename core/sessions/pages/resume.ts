import { copyable } from '#core/web/parts/feedback.ts';
import type { Html } from '#core/web/html.ts';

/** The command that continues a session. Undefined: an agent's part of another session. */
export function resumeCommand(session: string | null, folder: string): string | undefined {
  if (session === null || session.startsWith('agent-')) return undefined;
  return `cd ${quoted(folder)} && claude --resume ${quoted(session)}`;
}

export function resume(session: string | null, folder: string): Html | undefined {
  const command = resumeCommand(session, folder);
  return command === undefined ? undefined : copyable('the command that resumes it', command);
}

/** For a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) && !word.startsWith('-')
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}
