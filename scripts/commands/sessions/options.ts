import type { Option, Values } from '../line/command.ts';

function isLimit(value: string): string | undefined {
  const isWhole = /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 500;
  return isWhole ? undefined : '--limit is a whole number from 1 to 500';
}

export const sessionsOptions = {
  help: { type: 'boolean', short: 'h', about: 'show this' },
  json: { type: 'boolean', short: 'j', about: 'print data for programs' },
  'server-url': {
    type: 'string',
    value: '<url>',
    about: 'ask a server instead of reading the files of this machine',
  },
  server: { type: 'string', value: '<url>', about: 'the same' },
  limit: {
    type: 'string',
    short: 'l',
    value: '<number>',
    about: 'how many to show, 1 to 500; without it 50',
    problem: isLimit,
  },
  project: { type: 'string', value: '<text>', about: 'only projects whose folder contains it' },
  from: { type: 'string', value: '<date>', about: 'not before this day, such as 2026-01-31' },
  to: { type: 'string', value: '<date>', about: 'not after this day' },
  order: {
    type: 'string',
    value: '<order>',
    about: 'newest (first), or file: as in the files',
    problem: (value) =>
      ['newest', 'file'].includes(value) ? undefined : '--order is one of newest, file',
  },
  redact: { type: 'boolean', about: 'mask what looks like a secret' },
} as const satisfies Readonly<Record<string, Option>>;

export type SessionsOptions = Values<typeof sessionsOptions>;
