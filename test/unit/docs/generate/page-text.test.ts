import { describe, expect, it } from 'vitest';
import { readPage, stripPreamble } from '#core/docs/generate/pages/page-text.ts';
import { splitUsedFiles } from '#core/docs/evidence/used-files.ts';

const lines = (...each: string[]) => each.join('\n');

describe('the preamble', () => {
  it.each<[string, string, string]>([
    ['none', '# T\ntext', '# T\ntext'],
    ['a line', 'Sure!\n\n# T\ntext', '# T\ntext'],
    ['ten lines, too many', `${'x\n'.repeat(10)}# T`, `${'x\n'.repeat(10)}# T`],
    ['a hash that is no heading', '#tag\nx\n# T', '# T'],
    ['a code block around all', 'Here:\n```markdown\n# T\ntext\n```\n', '# T\ntext'],
    [
      'a code block around another',
      lines('```md', '# T', '```sh', 'ls', '```', '```'),
      lines('# T', '```sh', 'ls', '```'),
    ],
    [
      'a block of a program with a comment',
      lines('Install:', '```sh', '# once', 'ls', '```', '# T', 'text'),
      lines('# T', 'text'),
    ],
    ['a program alone', lines('```sh', '# once', '```'), lines('```sh', '# once', '```')],
    [
      'a code block that is the page’s own',
      lines('Sure:', '# T', '```sh', 'ls', '```'),
      lines('# T', '```sh', 'ls', '```'),
    ],
  ])('of %s', (_, text, page) => expect(stripPreamble(text)).toBe(page));
});

describe('the list of used files', () => {
  it.each<[string, string, string, string[]]>([
    [
      'is taken off',
      '# T\ntext\n\nUSED FILES:\n- a.ts\n- b/c.ts\n',
      '# T\ntext\n',
      ['a.ts', 'b/c.ts'],
    ],
    ['may be a heading', '# T\n\n## Used files\n\n* `a.ts`\n1. b.ts\n', '# T\n', ['a.ts', 'b.ts']],
    ['may be bold', '# T\n\n**USED FILES:**\na.ts\n', '# T\n', ['a.ts']],
    ['may follow a rule', '# T\n\n---\n\nUSED FILES:\n- ./a.ts:12\n', '# T\n', ['a.ts']],
    ['may stand in a code block', '# T\n\n```\nUSED FILES:\n- a.ts\n```\n', '# T\n', ['a.ts']],
    [
      'leaves the page’s last code block',
      '# T\n```sh\nls\n```\nUSED FILES:\n- a.ts\n',
      '# T\n```sh\nls\n```\n',
      ['a.ts'],
    ],
    ['may be empty', '# T\n\nUSED FILES:\n', '# T\n', []],
    ['may be absent', '# T\ntext\n', '# T\ntext\n', []],
    [
      'is not a section that is called so',
      '# T\n## Used files\ntext\n## More\n',
      '# T\n## Used files\ntext\n## More\n',
      [],
    ],
  ])('%s', (_, text, markdown, paths) => expect(splitUsedFiles(text)).toEqual({ markdown, paths }));
});

describe('an answer', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['white space', ' \n\t\n'],
    ['a list of files alone', 'USED FILES:\n- a.ts\n'],
    ['too much', 'x'.repeat(2_000_001)],
  ])('of %s is no page', (_, text) =>
    expect(() => readPage(text)).toThrow(
      expect.objectContaining({ kind: 'upstream', code: 'unusable_answer' }),
    ),
  );

  it('loses control characters and halves of characters', () => {
    expect(readPage('# T\r\n\u0000a\u001b[31mb\ud800\n').markdown).toBe('# T\na[31mb\ufffd\n');
  });
});
