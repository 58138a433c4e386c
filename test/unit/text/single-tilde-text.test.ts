import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { describe, expect, it } from 'vitest';
import { singleTildeText } from '#core/text/markdown/single-tilde-text.ts';
import { signed } from '#core/analysis/issues/signed-issue.ts';
import { oneLine } from '#core/text/one-line.ts';
import fc from '#test/support/property.ts';

const gap = '\u200B';
const options = {
  allowDangerousHtml: true,
  extensions: [gfmTable()],
  htmlExtensions: [gfmTableHtml()],
};

describe('text of a stranger in an issue (S8)', () => {
  it.each([
    ['Ask @team and @a/b', `Ask @${gap}team and @${gap}a/b`],
    ['mail@host.example', `mail@${gap}host.example`],
    ['1 < 2, a @ b', '1 < 2, a @ b'],
    ['<b>x</b> <!-- y --> <?z?>', `<${gap}b>x<${gap}/b> <${gap}!-- y --> <${gap}?z?>`],
    ['- [//]: # (hidden)', `- [//]${gap}: # (hidden)`],
    ['cc [~ann]', `cc [${gap}~ann]`],
    ['```ts\n@Input() a: <T>\n```\n@b', '```ts\n@Input() a: <T>\n```\n@' + gap + 'b'],
    ['~~~\n@a\n```\n@b\n~~~~\n@c', '~~~\n@a\n```\n@b\n~~~~\n@' + gap + 'c'],
    // The fence of a list item ends with the item.
    ['- x\n  ```\n@a', `- x\n  \`\`\`\n@${gap}a`],
    [' ```\n@a\n```\n@b', ` \`\`\`\n@a\n\`\`\`\n@${gap}b`],
    ['```ts hidden\n@a\n```', '```ts \n@a\n```'],
    ['```hidden, `~', `\`\`\`hidden, \`~`],
    ['~~~<hidden>\n@a', '~~~\n@a'],
    ['``` `x`\n@a', `\`\`\` \`x\`\n@${gap}a`],
    // Escaped marks begin no code, and an escaped backslash escapes nothing.
    ['\\`@a\\`', `\\\`@${gap}a\\\``],
    ['\\\\`@a <b>` @c', `\\\\\`@a <b>\` @${gap}c`],
    ['~~~ x\n```\n~~~\n@a', `~~~ x\n\`\`\`\n~~~\n@${gap}a`],
    ['``@a ` <b>``', '``@a ` <b>``'],
    ['- x\n\n  ```\n  @a\n  ```\n  @b', `- x\n\n  \`\`\`\n  @a\n  \`\`\`\n  @${gap}b`],
    ['![x](https://a.example/?q)', `!${gap}[x](https://a.example/?q)`],
    ['&#64;team &commat;b @&#116;c', `@${gap}team @${gap}b @${gap}&#116;c`],
    ['<https://a`b> `@c`', `<${gap}https://a\`b> \`@${gap}c\``],
    ['`[~ann]`', `\`[${gap}~ann]\``],
    ['| a |\n| - |\n| `x | @b` |', `| a |\n| - |\n| \`x | @${gap}b\` |`],
  ])('%j', (text, calm) => {
    expect(singleTildeText(text)).toBe(calm);
    expect(singleTildeText(calm)).toBe(calm);
  });

  it('has no mention and no tag outside of code, whatever it is', () => {
    const part = fc.constantFrom(
      ...['```', '````', '~~~', '\n', '\n\n', '- ', '  ', '    ', '> ', '1. ', '`', '\t', 'x'],
      ...['@ann', '<b>', '<!--', '-->', '<pre>', '</pre>', '[a]: b', '\\', '***', '# ', 'y'],
      ...['``', '<http://x', '>', '![', '[', '](', ')', '|', '\n| - |\n', '&#64;ann'],
    );
    const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (written) => {
        const calm = singleTildeText(written);
        const html = micromark(calm, options);
        const prose = html.replaceAll(/<code\b[^]*?<\/code>/g, '');
        expect(prose).not.toMatch(/@ann|<!--|<b>|<pre>(?!<)|<img/);
        // A definition of a link would be hidden.
        expect(html.includes('[a]')).toBe(calm.includes('[a]'));
      }),
      { numRuns: 1000 },
    );
  });

  it('a title is one line of at most so many characters, and else as it was written', () => {
    expect(oneLine(' a\r\n\tList<String> \u0000@c ', 50)).toBe('a List<String> @c');
    expect(oneLine('x'.repeat(60), 50)).toBe(`${'x'.repeat(49)}…`);
    expect(oneLine('🙂'.repeat(30), 50)).toBe(`${'🙂'.repeat(24)}\uFFFD…`);
  });

  it.each([
    ['line ends', '\n'.repeat(200_000) + 'x'],
    ['footers', '\n---\nFiled with Lantern'.repeat(10_000)],
    ['spaces after a footer', `\n---\nFiled with Lantern${' '.repeat(200_000)}x\ny`],
  ])('is signed within the time of a test when it is full of %s (S15)', (_, text) => {
    const options = { username: 'uma', mark: 'lantern-1', longest: 1_000_000 };
    expect(signed(text, options)).toMatch(/Reported by uma\n\nFiled with Lantern [^\n]*\n$/);
  });

  it('is signed once, and cut to what the place takes', () => {
    const options = { username: 'u[m]a', mark: 'lantern-1', longest: 200 };
    const once = signed('Text.', options);
    expect(once).toBe('Text.\n\n---\nReported by u\\[m\\]a\n\nFiled with Lantern (`lantern-1`)\n');
    expect(signed(once, options)).toBe(once);
    expect(signed(signed('', options), options)).toBe(signed('', options));
    expect(signed(once, { ...options, username: '' })).toBe(
      'Text.\n\n---\nFiled with Lantern (`lantern-1`)\n',
    );
    const long = signed('x'.repeat(500), options);
    expect([long.length, long.endsWith('(`lantern-1`)\n')]).toEqual([200, true]);
  });
});
