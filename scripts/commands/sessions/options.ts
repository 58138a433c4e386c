import type { Option, Values } from '../line/command.ts';
import { flag, help, number, oneOf, text } from '../line/option.ts';

export const sessionsOptions = {
  help,
  json: { ...flag('print JSON'), short: 'j' },
  'server-url': text('<url>', 'ask a server instead of reading the files of this machine'),
  server: text('<url>', 'the same as --server-url'),
  limit: { ...number('limit', 'how many to show, 1 to 500 (default: 50)', 1, 500), short: 'l' },
  project: text('<text>', 'only projects whose folder contains this text'),
  from: text('<date>', 'first day, such as 2026-01-31'),
  to: text('<date>', 'last day'),
  order: oneOf('<order>', 'newest first, or in the order of the files', ['newest', 'file']),
  role: oneOf('<who>', 'only messages of the user, or of the assistant', ['user', 'assistant']),
  tools: flag('also search tool calls and their results'),
  redact: flag('mask text that looks like a secret'),
} as const satisfies Readonly<Record<string, Option>>;

export type SessionsOptions = Values<typeof sessionsOptions>;
