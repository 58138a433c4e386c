import { resumeCommand } from '#core/sessions/pages/result-list.ts';
import type { FoundMessage, FoundPrompt, ReadMessage, Session } from '#core/sessions/schema.ts';
import { plain } from '../line/plain.ts';
import { paint, type Shell } from '../line/shell.ts';
import { aligned } from '../line/table.ts';

const oneLine = (text: string) => plain(text).replace(/\s+/g, ' ');

export function sessionTable(sessions: readonly Session[], { stdout }: Shell): string {
  const rows = sessions.map(
    ({ id, project_path, git_branch, message_count, updated_at, title }) => [
      id,
      String(message_count),
      updated_at ?? '-',
      git_branch ?? '-',
      project_path,
      oneLine(title ?? '-'),
    ],
  );
  const head = ['SESSION', 'MESSAGES', 'UPDATED', 'BRANCH', 'PROJECT', 'TITLE'];
  return aligned([head, ...rows], (cell, _, __, row) =>
    row === 0 ? paint(stdout, 'bold', cell) : cell,
  );
}

export function messageList(hits: readonly FoundMessage[], { stdout }: Shell): string {
  return hits
    .map(({ timestamp, message_type, project_path, session_id, snippet }) => {
      const names = [project_path, session_id].map(oneLine);
      const head = [timestamp ?? '-', message_type, ...names].join('  ');
      return `${paint(stdout, 'bold', head)}\n  ${oneLine(snippet)}`;
    })
    .join('\n');
}

export function promptList(hits: readonly FoundPrompt[], { stdout }: Shell): string {
  return hits
    .map(({ timestamp, project_path, session_id, prompt }) => {
      const names = [project_path, session_id ?? '-'].map(oneLine);
      const head = [timestamp ?? '-', ...names].join('  ');
      return `${paint(stdout, 'bold', head)}\n  ${oneLine(prompt)}`;
    })
    .join('\n');
}

export function sessionText(
  session: Session,
  messages: readonly ReadMessage[],
  { stdout }: Shell,
): string {
  const { id, slug, title, project_path, git_branch, message_count, updated_at } = session;
  const command = resumeCommand(session);
  const facts = [
    ['Session', id],
    ...(title === null ? [] : [['Title', oneLine(title)]]),
    ...(slug === null ? [] : [['Name', slug]]),
    ['Project', project_path],
    ['Branch', git_branch ?? '-'],
    ['Messages', String(message_count)],
    ['Updated', updated_at ?? '-'],
    ...(command === undefined ? [] : [['Resume', command]]),
  ];
  const rows = messages
    .filter(({ text }) => text !== '')
    .map(({ type, timestamp, text }) => {
      const head = timestamp === null ? type : `${type}  ${timestamp}`;
      return `\n${paint(stdout, 'bold', head)}\n${plain(text.replaceAll('\t', '    '))}`;
    });
  return [aligned(facts), ...rows].join('\n');
}
