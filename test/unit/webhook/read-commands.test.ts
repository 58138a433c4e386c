import { describe, expect, it } from 'vitest';
import { readCommands } from '#core/webhook/commands/read-commands.ts';

const shown = (body: string) =>
  readCommands(body).map(({ name, words, isCancelled }) =>
    [isCancelled ? `-${name}` : name, ...words].join('|'),
  );

describe('commands of a comment', () => {
  it.each<[body: string, commands: string[]]>([
    ['/wip', ['wip']],
    ['Please\r\n/lgtm\r\n   /Approve  \r\n', ['lgtm', 'approve']],
    ['/hold cancel\n/cancel hold\n/cherry-pick cancel v1', ['-hold', '-cherry-pick|v1']],
    ['/retest build "unit (ubuntu, 24)" e2e,lint', ['retest|build|unit (ubuntu, 24)|e2e|lint']],
    ['/cherry-pick cancelled', ['cherry-pick|cancelled']],
    ['/assign-reviewer @ann\n/assign-reviewers', ['assign-reviewer|@ann', 'assign-reviewers']],
    ['/lgtm\n/lgtm\n/lgtm ', ['lgtm']],
    [`/retest ${'x '.repeat(5_000)}`, [`retest${'|x'.repeat(20)}`]],
    ['/unknown\n/lgtmx\n/approve/this\n/\n//wip\n/etc/passwd\ntext /wip', []],
    ['> /lgtm\n    /approve\n\t/hold', []],
    ['```\n/lgtm\n~~~\n/lgtm\n````\n/wip', ['wip']],
    ['~~~ text ` \n/lgtm', []],
    ['``` a ` b\n/lgtm', ['lgtm']],
    ['<!-- template\n/lgtm\n-->\n<!-- one line -->\n/hold', ['hold']],
    [
      '1. ```\n   /lgtm\n   ```\n- <pre>\n  /lgtm\n  </pre>\n* x\n  ~~~\n  /lgtm\n  ~~~\n/wip',
      ['wip'],
    ],
    [
      'a <!-- b\n/lgtm\n--> c\n/wip\nd <!-- e\n/lgtm\n\n/hold\n<!-- f --> g\n/verified',
      ['wip', 'hold', 'verified'],
    ],
    ['<pre>\n/lgtm\n</pre>\n/wip\n<preface>\n/hold', ['wip', 'hold']],
  ])('%j', (body, commands) => {
    expect(shown(body)).toEqual(commands);
  });

  it.each([
    ['open fences', '```\n'],
    ['open comments', '<!--'],
    ['lists', '- 1. ``````'],
    ['spaces', '/retest '.padEnd(5_000)],
    ['open quotes', '/retest "'],
    ['cancel', '/hold cancel cancel '],
  ])('S15: reads a hostile body of %s', (_, part) => {
    const body = part.repeat(Math.ceil(65_536 / part.length));
    expect(readCommands(body).length).toBeLessThanOrEqual(1);
  });
});
