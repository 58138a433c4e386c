import { describe, expect, it } from 'vitest';
import { readRestore } from '../../../scripts/restore/read-restore.ts';

const now = new Date('2026-11-20T12:00:00Z');
const read = (...words: string[]) => readRestore(words, now);
const stage = ['--stage', 'production'];

describe('npm run restore', () => {
  it('takes a stage, a time and services', () => {
    const time = '2026-11-20T11:00:00+01:00';
    expect(read(...stage, '--time', time, 'docs', 'analysis', 'docs')).toMatchObject({
      stage: 'production',
      region: 'us-east-1',
      services: ['docs', 'analysis'],
      time: new Date('2026-11-20T10:00:00Z'),
    });
  });

  it.each([
    [['docs'], 'Use: npm run restore'],
    [[...stage, '--time', '2026-11-20T10:00:00Z'], 'Use: npm run restore'],
    [[...stage, '--time', '2026-11-20T10:00:00Z', 'agent'], 'agent is no service with data'],
    [[...stage, '--time', '2026-11-20', 'docs'], 'needs a date, a time and a zone'],
    [[...stage, '--time', '2026-11-20T10:00:00', 'docs'], 'needs a date, a time and a zone'],
    [[...stage, '--time', '2026-13-20T10:00:00Z', 'docs'], 'needs a date, a time and a zone'],
    [[...stage, '--time', '2026-10-20T10:00:00Z', 'docs'], 'kept for 30 days'],
    [[...stage, '--time', '2026-11-20T11:58:00Z', 'docs'], 'at least 5 minutes old'],
    [['--stage', 'Prod!', '--time', '2026-11-20T10:00:00Z', 'docs'], 'The name of a stage'],
    [[...stage, '--tme', 'x', 'docs'], "Unknown option '--tme'"],
  ])('refuses %j', (words, message) => {
    expect(() => read(...words)).toThrow(message);
  });
});
