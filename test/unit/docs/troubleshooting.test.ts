import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/troubleshooting.md', 'utf8');
const messages = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, message = '']) => message);

/** Sources without what the formatter puts between the parts of a text. */
const sources = execFileSync('git', ['ls-files', 'core', 'functions', 'scripts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'"));

it('docs/troubleshooting.md explains messages that the program has', () => {
  expect(messages.length).toBeGreaterThan(35);
  const gone = messages.filter((message) => {
    const parts = message.split('…').map((part) => part.trim());
    return !sources.some((source) => parts.every((part) => source.includes(part)));
  });
  expect(gone).toEqual([]);
});
