import type { Option, Values } from '../line/command.ts';
import { flag, help, number, oneOf, text } from '../line/option.ts';

export const sessionsOptions = {
  help,
  json: { ...flag('print data for programs'), short: 'j' },
  'server-url': text('<url>', 'ask a server instead of reading the files of this machine'),
  server: text('<url>', 'the same'),
  limit: { ...number('limit', 'how many to show, 1 to 500; without it 50', 1, 500), short: 'l' },
  project: text('<text>', 'only projects whose folder contains it'),
  from: text('<date>', 'not before this day, such as 2026-01-31'),
  to: text('<date>', 'not after this day'),
  order: oneOf('<order>', 'newest (first), or file: as in the files', ['newest', 'file']),
  role: oneOf('<who>', 'only messages of the user, or of the assistant', ['user', 'assistant']),
  tools: flag('search in tool calls and their results too'),
  redact: flag('mask what looks like a secret'),
} as const satisfies Readonly<Record<string, Option>>;

export type SessionsOptions = Values<typeof sessionsOptions>;
