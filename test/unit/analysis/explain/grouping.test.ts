import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { largest, makeGroups } from '#core/analysis/explain/grouping/make-groups.ts';
import { readProblem, type Problem } from '#core/analysis/explain/grouping/read-problem.ts';
import { errorSignature, normalizedSignature } from '#core/analysis/explain/grouping/signature.ts';
import type { InputFailure } from '#core/analysis/intake/input/input-failure.ts';

const further = '--- A further failure of the test ---';
const of = (error_message: string, stack_trace = '') => ({ error_message, stack_trace });

describe('the signature of an error', () => {
  it.each([
    ['', '', 'cbe5cfdf7c2118a9c3d78ef1d684f3afa089201352886449a06a6511cfef74a7'],
    ['boom', 'st1\nst2', '314bfe81059d36b2890afb9a3b44da72f7a7cf35a1f3cf2b277e0c328ed3d2d2'],
  ])('is the hash of message and stack: %j, %j', (message, stack, signature) => {
    expect(errorSignature(of(message, stack))).toBe(signature);
  });
});

describe('the normalized signature', () => {
  it.each([
    ['durations', 'no answer in 3 s', 'no answer in 4.5 s'],
    ['threads', 'pool-1-thread-3 died', 'pool-2-thread-11 died'],
    ['processes', 'pid 4711 ended', 'pid 12 ended'],
    ['lines', 'cart.ts:5:7 is wrong', 'cart.ts:9:1 is wrong'],
    ['numbers of things', 'order 48213 is missing', 'order 9120 is missing'],
    ['objects', 'no pod shop-api-7d9f8b6c5d-x2x4k', 'no pod shop-api-6b5d9f8c7d-abc12'],
    ['addresses', 'object at 0x7f3a', 'object at 0x9C11'],
    ['hashes of objects', 'Widget@1a2b3c4d', 'Widget@ffee0011'],
    [
      'identifiers',
      'id 3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      'id 00000000-4f89-11d3-9a0c-0305e82c33ff',
    ],
    ['commits', 'at 5a406ea1c2d3', 'at 9e107d9d372b'],
    ['times', 'at 2026-01-02T03:04:05Z', 'at 2025-12-31 23:59:59,123+01:00'],
    ['folders', 'no /tmp/a1/b/file.txt', 'no /var/lib/x/file.txt'],
    ['ports', 'connect 127.0.0.1:8080', 'connect 10.0.0.7:9'],
  ])('is equal for other %s', (_, one, other) => {
    expect(normalizedSignature(of(one))).toBe(normalizedSignature(of(other)));
    expect(errorSignature(of(one))).not.toBe(errorSignature(of(other)));
  });

  it.each([
    ['words', 'expected a cat', 'expected a dog'],
    ['values', 'expected 3 to equal 4', 'expected 6 to equal 5'],
    ['status codes', 'HTTP 401', 'HTTP 503'],
    ['exit codes', 'exited with code 137', 'exited with code 1'],
    ['codes of errors', 'ORA-12541: no listener', 'ORA-01017: invalid username'],
    ['codes in hexadecimal', 'HRESULT: 0x80070005', 'HRESULT: 0x80070002'],
    ['counts', '3 rows are missing', '4 rows are missing'],
    ['dates', "expected '2026-01-02'", "expected '2026-01-03'"],
    ['paths of addresses', 'GET /api/users failed', 'GET /api/carts failed'],
    ['files', 'no /tmp/a.txt', 'no /tmp/b.txt'],
    ['lines of a difference', 'unequal\n- file: a\n+ file: b', 'unequal\n- file: c\n+ file: b'],
    ['plain words of hexadecimal letters', 'facade decade', 'decade facade'],
  ])('differs for other %s', (_, one, other) => {
    expect(normalizedSignature(of(one))).not.toBe(normalizedSignature(of(other)));
  });

  it.each([
    ["ModuleNotFoundError: No module named 'b'", 'in <module>'],
    ['LoadError: cannot load such file -- b', "in 'require'"],
    ["Error: Cannot find module 'b'", 'load'],
    [
      "FILE.ts(1,5): error TS2307: Cannot find module 'b' or its corresponding type declarations.",
      '',
    ],
    ["Error: Cannot find module 'b'\nRequire stack:\n- /app/lib.js\n- /app/FILE.test.js", 'load'],
    ["Cannot find module 'b' from 'FILE.js'\n\nRequire stack:\n  src/FILE.js\n  FILE.js\n", 'load'],
  ])('is that of a package that is not there in all files: %s', (message, name) => {
    const [one, other] = ['test_a', 'test_c'].map((file) =>
      normalizedSignature(of(message.replaceAll('FILE', file), `${file}.py:1: ${name}`)),
    );
    expect(one).toBe(other);
  });

  it('tells failures apart that only mention such a package', () => {
    const [one, other] = ['red', 'green'].map((word) =>
      normalizedSignature(of(`expected '${word}', got: Cannot find module 'b'`)),
    );
    expect(one).not.toBe(other);
  });

  it.each(['./b', '/app/b/index.js', 'C:\\app\\b.js'])('tells files apart that lack %s', (path) => {
    const [one, other] = ['a', 'c'].map((file) =>
      normalizedSignature(of(`Error: Cannot find module '${path}'`, `    at ${file}.test.js:1:1`)),
    );
    expect(one).not.toBe(other);
  });
});

/** Failures as frameworks report them, in files of `@failure <framework>: <group>`, the message,
 * `@stack` and the stack. Those of `held-out` were written when the code was done. */
const real = ['known', 'held-out'].flatMap((name) => {
  const file = new URL(`../../../fixtures/failures/${name}.txt`, import.meta.url);
  const blocks = readFileSync(file, 'utf8')
    .split(/^@failure /m)
    .slice(1);
  return blocks.map((block, at) => {
    const [, framework = '', group = '', message = '', stack_trace = ''] =
      /^(.+?): (.+)\n([^]*?)\n@stack\n([^]*)\n$/.exec(block) ?? [];
    // The reader takes the first line where a report has no message.
    const error_message = message || (/\S[^\n]*/.exec(stack_trace)?.[0].trimEnd() ?? '');
    return { framework, group, name: `${at} ${group}`, error_message, stack_trace };
  });
});

describe('real failures', () => {
  const frameworks = [...Map.groupBy(real, ({ framework }) => framework)];
  const groupsOf = (all: typeof real, keyOf: (each: (typeof real)[number]) => string) =>
    [...Map.groupBy(all, keyOf).values()].map((group) => group.map(({ name }) => name));

  it.each(frameworks)('of %s are grouped by their cause', (_, all) => {
    expect(groupsOf(all, normalizedSignature)).toEqual(groupsOf(all, ({ group }) => group));
  });

  it('are more than a hundred of 35 frameworks', () => {
    expect([frameworks.length, real.length > 100]).toEqual([35, true]);
  });
});

describe('the error of a failure', () => {
  it.each([
    ['Boost.Test', 'memory access violation at address: 0x00000000: no mapping at fault address'],
    ['Minitest', 'ArgumentError: no price for item'],
    ['Bats', /^`@test[^]+command not found$/],
    ['EUnit', '**error:{badmatch,{error,enoent}}'],
    ['OUnit', 'Failure("no price for item")'],
    [
      'unittest-xml-reporting, a file that cannot be loaded',
      /^ImportError[^\n]+\nModuleNot[^\n]+$/,
    ],
  ])('of %s is told from its frames', (name, error) => {
    const failure = real.find(({ framework }) => framework === name);
    expect(readProblem(failure ?? of('')).error).toMatch(error);
  });

  const diff = '\n\n5 !== 6\n';
  it.each([
    [
      'lines that an attribute has as one',
      of('must be equal:  5 !== 6 ', `AssertionError: must be equal:${diff}\n    at cart.js:3:1`),
      'AssertionError: must be equal:\n5 !== 6',
    ],
    [
      'a message in front of its stack trace',
      of('boom', 'boom\nError: boom\n    at cart.js:3:1'),
      'boom',
    ],
    [
      'the cause of a JavaScript error',
      of(
        'no config',
        'Error: no config\n    at a.js:3:1\n  [cause]: Error: no file\n    at a.js:1:1',
      ),
      'Error: no config\n[cause]: Error: no file',
    ],
    [
      'Jest, where a text is thrown',
      of('Error: thrown: "a"', 'Error: thrown: "a"\n    at a.js:3:1\n[cause]: Error: thrown: "a"'),
      'Error: thrown: "a"',
    ],
    [
      'a text that Node wraps',
      of('timed out', "[Error [ERR_TEST_FAILURE]: timed out] { code: 'E', cause: 'timed out' }"),
      'timed out',
    ],
    [
      'GoogleTest',
      of('cart.cc:3\nFailed\nno database', 'cart.cc:3\nFailed\nno database'),
      'no database',
    ],
    [
      'what was printed, where nothing else is said',
      { ...of(''), output: 'expected 6' },
      'expected 6',
    ],
    [
      'a file that pytest cannot load',
      of('collection failure', "a.py:1: in <module>\nE   ModuleNotFoundError: No module named 'b'"),
      "ModuleNotFoundError: No module named 'b'",
    ],
    [
      'Vitest, without its line',
      of('boom', 'Error: boom\n⎯⎯⎯⎯⎯⎯\nSerialized Error: { code: 1 }'),
      'Error: boom\nSerialized Error: { code: 1 }',
    ],
    [
      'an assertion of Python without words',
      of(
        'test failure',
        'Traceback (most recent call last):\n  File "test_a.py", line 3, in test_a\n    assert a == 1\n           ^^^^^^\nAssertionError',
      ),
      'AssertionError: assert a == 1',
    ],
    [
      'Playwright, in a project with a colon in its name',
      of('a.spec.ts:3:5 a', '  [CI:Chromium] › a.spec.ts:3:5 › a \n\n    Error: boom'),
      'Error: boom',
    ],
    [
      'Bazel, with the error of Python in what was printed',
      { ...of('exited with error code 1'), output: 'log\nImportError: no b\nwrote test.err' },
      'ImportError: no b\nexited with error code 1',
    ],
    [
      'two failures with their stack traces',
      of('one', `X: one\n  at a.A.t(A.java:3)\n${further}\nX: two\n  at a.A.t(A.java:4)`),
      'X: one\nX: two',
    ],
    [
      'two failures whose texts do not say the first message',
      of('one', `at a.A.t(A.java:3)\n${further}\ntwo\n  at a.A.t(A.java:4)`),
      'one\ntwo',
    ],
    [
      'a file that Jest cannot parse, without its advice',
      of(
        '● Test suite failed to run\n\n    Jest encountered an unexpected token',
        '● Test suite failed to run\n\n    Jest encountered an unexpected token\n\n    Here is what you can do:\n     • read\n\n    Details:\n\n    SyntaxError: no import\n\n      at a.js:3:1',
      ),
      'Jest encountered an unexpected token\nSyntaxError: no import',
    ],
    [
      'RSpec, with what the message leaves out',
      of('It should fail, but it passed.', "Expected 'no stock' to fail.\n./spec/a_spec.rb:3"),
      "It should fail, but it passed.\nExpected 'no stock' to fail.",
    ],
    [
      'a package of Go without words',
      of('Failed', 'FAIL\nFAIL\tp/cart\t0.1s\n'),
      'FAIL\tp/cart\t0.1s',
    ],
    [
      'Flutter, in a report that has it in what was printed',
      {
        ...of(
          '1 error, see stacktrace for details',
          'Error:\n\nTest failed. See exception logs above.\nThe test description was: a',
        ),
        output: `${'log: an error\n'.repeat(50)}══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞════\nThe following assertion was thrown building App(state:\n_App#0e772):\nno route\nfor "/"\n\nWhen the exception was thrown, this was the stack:\n#2      new App (package:flutter/src/app.dart:3:10)\n#3      main (file:///ci/a_test.dart:4:1)`,
      },
      'no route\nfor "/"\n1 error, see stacktrace for details',
    ],
    [
      'Flutter itself',
      {
        ...of('Test failed. See exception logs above.\nThe test description was: a', ''),
        output:
          'The following TestFailure was thrown running a test:\nExpected: 6\n  Actual: 5\n\nWhen the exception was thrown, this was the stack:',
      },
      'Expected: 6\nActual: 5\nTest failed. See exception logs above.',
    ],
    [
      'Cucumber, without the title',
      of(
        'Scenario: a',
        'Scenario: a\n\nThen I see 6\n\nMessage:\n\nexpected: 6\n     got: 5\n./steps.rb:3',
      ),
      'Then I see 6\nexpected: 6\ngot: 5',
    ],
    ['Codeception', of('', 'CartCest: Buy two\nNo page\n\n/ci/a.php:3'), 'No page'],
    ['an old Codeception', of('', 'buy two (CartCept)\nNo page\n\n/ci/a.php:3'), 'No page'],
    ['Jasmine', of('', 'at <Jasmine>\n    at cart.js:3:1'), ''],
  ])('is that of %s', (_, problem, error) => {
    expect(readProblem(problem).error).toBe(error);
  });
});

describe('groups', () => {
  const problems = [of('a 1s'), of('b'), of('a 2s'), of('a 1s'), of('c', 'x')];
  const failures = problems.map(({ error_message, stack_trace }, at) => ({
    ...{ test_name: `t${at}`, error_message, stack_trace },
    ...{ duration: 0, status: 'FAILED' },
  }));
  async function groupsOf(all: readonly InputFailure[], isNormalized: boolean) {
    async function* input() {
      yield* all;
    }
    return makeGroups(input(), { isNormalized });
  }

  it('hold equal errors, first seen first', async () => {
    const groups = await groupsOf(failures, false);
    expect(groups.map(({ tests }) => tests)).toEqual([['t0', 't3'], ['t1'], ['t2'], ['t4']]);
    expect(groups.map(({ group_key }) => group_key)).toEqual(
      [0, 1, 2, 4].map((at) => errorSignature(problems[at] as Problem)),
    );
  });

  it('hold errors that differ in times, with the signature of each', async () => {
    const [first, ...others] = await groupsOf(failures, true);
    expect(others.map(({ tests }) => tests)).toEqual([['t1'], ['t4']]);
    expect(first).toMatchObject({ tests: ['t0', 't2', 't3'], failures: 3, error_message: 'a 1s' });
    expect(first?.signatures).toEqual([0, 2].map((at) => errorSignature(problems[at] as Problem)));
  });

  it('are at most 2,000, with 100 names and cut texts in each', async () => {
    const many = Array.from({ length: 2_001 }, (_, at) => ({
      ...{ test_name: 'n'.repeat(600), error_message: `error of ${at}`, stack_trace: '' },
      ...{ duration: 0, status: 'FAILED' },
    }));
    const all = await groupsOf([...many, ...many.slice(-1)], false);
    const kept = largest(all);
    expect([all.length, kept.length]).toEqual([2_001, 2_000]);
    expect(kept.map(({ error_message }) => error_message)).toEqual(
      [...many.slice(0, 1_999), ...many.slice(-1)].map(({ error_message }) => error_message),
    );
    const [group] = await groupsOf(
      many.map((each) => ({ ...each, error_message: 'x'.repeat(50_000) })),
      false,
    );
    expect(group).toMatchObject({ failures: 2_001, error_message: 'x'.repeat(20_000) });
    expect([group?.tests.length, group?.tests[0]?.length]).toEqual([100, 500]);
  });
});
