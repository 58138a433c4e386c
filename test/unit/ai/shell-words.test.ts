import { describe, expect, it } from 'vitest';
import { shellWords } from '#core/ai/shell-words.ts';

describe('shellWords', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['claude', ['claude']],
    [' node  /opt/a.ts\tx ', ['node', '/opt/a.ts', 'x']],
    [`'/my tools/ai' "a b"c`, ['/my tools/ai', 'a bc']],
    [`a\\ b \\"c`, ['a b', '"c']],
    [`"say \\"hi\\" \\\\ \\n"`, ['say "hi" \\ \\n']],
    [`'it'\\''s'`, ["it's"]],
    [`'' ""`, ['', '']],
    ['$HOME `id` $(id) *', ['$HOME', '`id`', '$(id)', '*']],
    ['a;b|c&&d', ['a;b|c&&d']],
  ])('%j', (command, words) => {
    expect(shellWords(command)).toEqual(words);
  });

  it.each(["'open", '"open', 'end\\', 'a\0b'])('refuses %j', (command) => {
    expect(() => shellWords(command)).toThrow('The command');
  });
});
