import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mayBeOther } from '#core/analysis/intake/formats/detect.ts';
import { otherReport } from '#core/analysis/intake/formats/other-report.ts';
import { junitReader } from '#core/analysis/intake/junit/read-junit.ts';

// The reports in test/fixtures/reports: those of Go, Mocha, Playwright, Jest, Vitest, Node, tape and
// Perl are what the programs wrote; the others have the shape that the writers of their formats have.

const folder = `${import.meta.dirname}/../../../fixtures/reports`;
const readReport = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');

function read(text: string) {
  const xml = otherReport(text) ?? '';
  const reader = junitReader();
  const failures = reader.write(xml);
  return { xml, failures, ...reader.end() };
}

const prices = 'adds two prices';
const csharp = 'Shop.Tests.CartTests.AddsTwoPrices';
const toBe =
  'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 6\nReceived: 5';
const title = `cart.spec.ts.cart › ${prices}`;

it.each<[string, cases: number, skipped: number, failures: readonly (readonly [string, string])[]]>(
  [
    [
      'go.jsonl',
      ...([7, 1] as const),
      [
        ['example.com/shop.TestTotal/two_items', 'cart_test.go:13: Total() = 5, want 6'],
        ['example.com/shop.TestLogs', 'cart_test.go:20: connection to 127.0.0.1:5432 refused'],
        ['example.com/shop/broken.package', 'broken/x_test.go:5:28: undefined: undefinedCall'],
        ['example.com/shop/panics.TestPanics', 'panic: assignment to entry in nil map [recovered]'],
      ],
    ],
    [
      'mocha.json',
      ...([4, 1] as const),
      [
        [`cart ${prices}`, 'Expected values to be strictly equal:\n\n5 !== 6'],
        ['cart with a coupon "before all" hook for "is cheaper"', 'database is not there'],
      ],
    ],
    ['playwright.json', 10, 2, [...Array<readonly [string, string]>(2).fill([title, toBe])]],
    [
      'jest.json',
      ...([5, 2] as const),
      [
        [`cart ${prices}`, toBe],
        ['/home/ci/shop/broken.test.js', expect.stringMatching(/^setup failed\n/) as string],
      ],
    ],
    [
      'vitest.json',
      2,
      0,
      [[`cart ${prices}`, 'AssertionError: expected 5 to be 6 // Object.is equality']],
    ],
    [
      'node.tap',
      ...([5, 2] as const),
      [
        [`cart.${prices}`, 'Expected values to be strictly equal:\n\n5 !== 6'],
        ['outer.inner', 'connection refused'],
      ],
    ],
    ['tape.tap', 2, 0, [[`cart.${prices}`, 'expected 6, got 5']]],
    ['perl.tap', 3, 1, [[prices, "got: '5', expected: '6'"]]],
    [
      'results.trx',
      ...([6, 1] as const),
      [
        ['Test run', expect.stringContaining('Test host process crashed') as string],
        [csharp, 'Assert.AreEqual failed. Expected:<6>. Actual:<5>.'],
        [
          'Shop.Tests.CartTests.Discount (20,15)',
          'Assert.AreEqual failed. Expected:<15>. Actual:<16>.',
        ],
      ],
    ],
    ['nunit.xml', 3, 1, [[csharp, 'Expected: 6\n  But was:  5']]],
    ['nunit2.xml', 2, 0, [[csharp, 'Expected: 6\n  But was:  5']]],
    [
      'xunit.xml',
      ...([4, 1] as const),
      [
        ['test-class-cleanup Shop.Tests.Database', 'System.Exception : connection refused'],
        [csharp, 'Assert.Equal() Failure: Values differ\nExpected: 6\nActual:   5'],
      ],
    ],
    [
      'robot.xml',
      ...([4, 1] as const),
      [
        ['Shop.Cart.Adds Two Prices', '5 != 6'],
        ['Shop.Cart.Suite teardown', 'Suite teardown failed:\nconnection refused'],
      ],
    ],
    [
      'testng.xml',
      ...([6, 1] as const),
      [
        ['shop.CartTest.addsTwoPrices(2, shop.Price)', 'expected [6] but found [5]'],
        ['shop.CartTest.close', 'database is not there'],
      ],
    ],
    [
      'boost.xml',
      ...([5, 1] as const),
      [
        ['Shop.Cart.adds_two_prices', 'check total() == 6 has failed [5 != 6]'],
        ['Shop.Cart.pays', 'std::runtime_error: connection refused'],
        ['Shop.fixture', 'database is not there'],
      ],
    ],
    [
      'rspec.json',
      ...([5, 1] as const),
      [
        ['An error outside of examples', 'An error occurred while loading ./spec/broken_spec.rb.'],
        [`Cart ${prices}`, 'expected: 6\n     got: 5\n\n(compared using ==)'],
        // An example of the same name that is shared passed.
        ['Cart is open', 'it is closed'],
      ],
    ],
    [
      'mochawesome.json',
      ...([5, 2] as const),
      [
        [`cart ${prices}`, 'AssertionError: expected 5 to equal 6'],
        ['cart with a coupon "before all" hook for "is cheaper"', 'Error: database is not there'],
      ],
    ],
    ['ctrf.json', 5, 1, [[`cart › prices.${prices}`, 'expected 5 to equal 6']]],
    [
      'cucumber.json',
      ...([5, 1] as const),
      [
        // The next row of its outline passed.
        ['Cart.Adds prices', 'java.lang.AssertionError: expected 6 but was 5'],
        ['Cart.Pays', 'When I pay is undefined'],
        ['Cart.Ships', 'it is closed'],
      ],
    ],
    ['dart.jsonl', 5, 1, [[`cart ${prices}`, 'Expected: <6>\n  Actual: <5>']]],
  ],
)('reads %s', (name, cases, skipped, expected) => {
  const text = readReport(name);
  expect(mayBeOther(text)).toBe(true);
  const { xml, failures, passedLater } = read(text);
  const open = failures.filter((_, at) => !passedLater.has(at));
  expect(open.map(({ test_name, error_message }) => [test_name, error_message])).toEqual(expected);
  expect([xml.match(/<testcase/g)?.length, xml.match(/<skipped/g)?.length ?? 0]).toEqual([
    cases,
    skipped,
  ]);
});

it('takes tests of Dart that did not end for failures', () => {
  const lines = readReport('dart.jsonl').split('\n');
  const start = lines.slice(0, 11).join('\n');
  const of = (text: string) =>
    read(text).failures.map(({ test_name, error_message }) => [test_name, error_message]);
  expect(of(start)).toEqual([['cart adds two prices', 'Expected: <6>\n  Actual: <5>']]);
  expect(of(lines.slice(0, 10).join('\n'))).toEqual([
    ['cart adds two prices', 'The test did not end'],
  ]);
});

it('keeps output, time, class and stack of a test, and what passed on a retry', () => {
  const [, , failure] = [undefined, ...read(readReport('results.trx')).failures];
  expect(failure).toMatchObject({
    output: 'looking at the cart',
    duration: 1.5,
    stack_trace: expect.stringContaining('CartTests.cs:line 14') as string,
  });
  const { retried } = read(readReport('playwright.json'));
  // In each of two browsers.
  expect(retried).toMatchObject({
    count: 2,
    tests: [{ test_name: 'cart.spec.ts.cart › flaky one' }, {}],
  });
  const [first] = read(readReport('go.jsonl')).failures;
  expect(first?.stack_trace).not.toMatch(/=== RUN|--- FAIL/);
});

const lookingAt = 'looking at the cart';

it.each([
  [
    'robot.xml',
    'INFO bread is in the cart',
    '5 != 6\nTraceback (most recent call last):\n  File "/ci/shop/libs/total.py", line 4, in check\nAssertionError: 5 != 6\n    BuiltIn.Should Be Equal As Integers  ${total}  6\n    Total Should Be  6\n    at /ci/shop/tests/cart.robot:9',
  ],
  [
    'testng.xml',
    lookingAt,
    'java.lang.AssertionError: expected [6] but found [5]\n\tat org.testng.Assert.fail(Assert.java:110)\n\tat shop.CartTest.addsTwoPrices(CartTest.java:14)',
  ],
  [
    'boost.xml',
    lookingAt,
    'cart_test.cc:11: Error: check total() == 6 has failed [5 != 6]\n    with bread\ncart_test.cc:12: FatalError: critical check is_open() has failed',
  ],
  [
    'ctrf.json',
    'looking at\nthe cart\nslow',
    'Error: expected 5 to equal 6\n    at total (lib/total.js:4:2)\n    at tests/cart.spec.js:12',
  ],
  [
    'cucumber.json',
    `${lookingAt}\nat its total`,
    'java.lang.AssertionError: expected 6 but was 5\n\tat shop.Steps.total(Steps.java:14)\nThen the total is 6\n    at features/cart.feature:12',
  ],
  [
    'dart.jsonl',
    lookingAt,
    'Expected: <6>\n  Actual: <5>\npackage:matcher      expect\ntest/cart_test.dart 8:5  main.<fn>',
  ],
])('keeps output, time and stack of a test of %s', (name, output, stack_trace) => {
  const [failure] = read(readReport(name)).failures;
  expect(failure).toMatchObject({ output, duration: 1.5, stack_trace });
});

it.each([
  ['testng.xml', 'shop.CartTest.pays', 'java.net.ConnectException'],
  ['ctrf.json', 'cart.pays', 'connection refused'],
  ['dart.jsonl', 'pays', 'Exception: connection refused'],
])('counts a test of %s that passed on a retry', (name, test_name, error_message) => {
  const { retried } = read(readReport(name));
  expect(retried).toEqual({ count: 1, tests: [{ test_name, error_message }] });
});

it.each([
  [
    'events of a build',
    '{"ImportPath":"a/b [a/b.test]","Action":"build-output","Output":"x.go:1: bad\\n"}\n{"ImportPath":"a/b [a/b.test]","Action":"build-fail"}\n',
    'a/b.package',
    'x.go:1: bad',
  ],
  [
    'a panic beside tests',
    '{"Action":"output","Package":"p","Output":"panic: boom\\n"}\n{"Action":"fail","Package":"p"}\n',
    'p.package',
    'panic: boom',
  ],
  [
    'a test that never ended, as Go 1.19 writes it',
    '{"Action":"run","Package":"p","Test":"TestA"}\n{"Action":"output","Package":"p","Test":"TestA","Output":"=== RUN   TestA\\n"}\n{"Action":"output","Package":"p","Test":"TestA","Output":"panic: test timed out after 5s\\n"}\n{"Action":"output","Package":"p","Output":"FAIL\\tp\\t5.0s\\n"}\n{"Action":"fail","Package":"p"}\n',
    'p.TestA',
    'panic: test timed out after 5s',
  ],
  [
    'a package that only ends',
    '{"Action":"output","Package":"p","Output":"exit status 3\\n"}\n{"Action":"fail","Package":"p"}\n',
    'p.package',
    'exit status 3',
  ],
  ['the end of a TAP run', 'ok 1 - a\nBail out! no database\n', 'Bail out!', 'no database'],
  ['a point without a name', '1..1\nnot ok 1\n', '1', '1'],
  [
    'the next test of tape, behind one that passed',
    'TAP version 13\n# one\nok 1 a\n# two\nnot ok 2 b\n',
    'two.b',
    'b',
  ],
  [
    'the error of Mocha',
    'not ok 1 a\n  boom\n  Error: boom\n      at a.js:3:1\n# tests 1\n',
    'a',
    'boom',
  ],
  [
    'a test of NUnit 2.4',
    '<test-results><test-case name="b" executed="true" success="true"/><test-case name="a" executed="true" success="false"><failure><message>boom</message></failure></test-case></test-results>',
    'a',
    'boom',
  ],
  [
    'the values of AVA',
    "TAP version 13\nnot ok 1 - a\n  ---\n    name: AssertionError\n    assertion: t.is()\n    details:\n      'Difference (- actual, + expected):': |-\n        - 2\n        + 6\n    message: ''\n  ...\n",
    'a',
    'Difference (- actual, + expected):\n- 2\n+ 6',
  ],
  [
    'the values of AVA 3, behind its comments',
    "TAP version 13\n# cart › before hook\nnot ok 1 - cart › a\n  ---\n    message: Rejected promise\n    values:\n      'Rejected promise. Reason:': |-\n        Error {\n          message: 'boom',\n        }\n  ...\n",
    'cart › a',
    "Rejected promise. Reason:\nError {\n  message: 'boom',\n}",
  ],
  ['TAP behind what was printed', 'listening on 3003\n1..1\nnot ok 1 a\n', 'a', 'a'],
  [
    'TAP in the list of files of a runner',
    '> npm test\nok a.js ... 1/1\nok b.js ... 0/1\n    TAP version 13\n    not ok 1 a\n',
    'a',
    'a',
  ],
  [
    'a test of Boost.Test in a test',
    '<TestLog><TestCase name="a"><TestSuite name="s"><TestCase name="b"><Error><![CDATA[boom]]></Error></TestCase></TestSuite></TestCase></TestLog>',
    'a.s.b',
    'boom',
  ],
  [
    'a log of Boost.Test that has errors alone',
    '<TestLog><Error file="a.cpp" line="3"><![CDATA[boom]]></Error></TestLog>',
    'a.cpp:3',
    'boom',
  ],
  [
    'an exception in such a log',
    '<TestLog><Exception file="unknown location" line="0"><![CDATA[boom]]><LastCheckpoint file="a.cpp" line="3"><![CDATA["pays" test entry]]></LastCheckpoint></Exception></TestLog>',
    'pays',
    'boom',
  ],
  [
    'the log of Check',
    '<?xml version="1.0"?>\n<testsuites xmlns="http://check.sourceforge.net/ns"><suite><title>cart</title><test result="success"><id>a</id></test><test result="failure"><fn>t.c:5</fn><id>pays</id><iteration>2</iteration><description>core</description><message>boom</message></test></suite></testsuites>',
    'cart.core.pays[2]',
    'boom',
  ],
  [
    'a fixture of NUnit 3 that failed behind its tests',
    '<test-run><test-suite fullname="N" result="Failed" site="Child"><failure><message>One or more child tests had errors</message></failure><test-suite fullname="N.A" result="Failed" site="TearDown"><failure><message>TearDown : boom</message></failure><test-case fullname="N.A.a" result="Passed"/></test-suite></test-suite></test-run>',
    'N.A',
    'TearDown : boom',
  ],
  [
    'the TAP of Qt, whose values are no YAML',
    'TAP version 13\nnot ok 1 - a()\n  ---\n  message: boom\n  wanted: 2\n  found: "a" (QString("a"))\n  ...\n',
    'a()',
    'boom\nexpected 2, got "a" (QString("a"))',
  ],
  [
    'a comment of Qt',
    'TAP version 13\nnot ok 1 - a()\n  ---\n  # boom\n  line: 3\n  ...\n',
    'a()',
    'boom',
  ],
  ['a version in capitals', 'TAP Version 13\n1..1\nnot ok 1 a\n', 'a', 'a'],
  [
    'the words of a compiler alone',
    '# p/broken [p/broken.test]\n./main.go:5:2: undefined: fmt\nFAIL\tp/broken [build failed]\n',
    'p/broken.package',
    './main.go:5:2: undefined: fmt',
  ],
  [
    'a panic behind a test that passed',
    '{"Action":"run","Package":"p","Test":"TestA"}\n{"Action":"output","Package":"p","Test":"TestA","Output":"--- PASS: TestA (1.00s)\\n"}\n{"Action":"output","Package":"p","Test":"TestA","Output":"panic: test timed out after 1s\\n"}\n{"Action":"pass","Package":"p","Test":"TestA"}\n{"Action":"output","Package":"p","Output":"FAIL\\tp\\t1.0s\\n"}\n{"Action":"fail","Package":"p"}\n',
    'p.package',
    'panic: test timed out after 1s',
  ],
  [
    'the limit of time of NUnit',
    '<test-run><test-case name="a" result="Failed" label="Test exceeded Timeout value 1ms."><failure/></test-case></test-run>',
    'a',
    'Test exceeded Timeout value 1ms.',
  ],
  [
    'xUnit.net 1',
    '<assembly name="C:\\x.dll"><class><test name="N.a" type="N" result="Fail"><failure><message>boom</message></failure></test></class></assembly>',
    'N.a',
    'boom',
  ],
  [
    'CppUnit',
    '<TestRun><FailedTests><FailedTest id="1"><Name>A::a</Name><Location><File>a.cc</File><Line>7</Line></Location><Message>boom</Message></FailedTest></FailedTests><SuccessfulTests><Test id="2"><Name>A::b</Name></Test></SuccessfulTests></TestRun>',
    'A::a',
    'boom',
  ],
  [
    'a run that failed for its tests',
    `<TestRun><Results><UnitTestResult testName="a" outcome="Failed"><Output><ErrorInfo><Message>boom</Message></ErrorInfo></Output></UnitTestResult></Results><RunInfos><RunInfo outcome="Error"><Text>Exit code indicates failure: '2'.</Text></RunInfo></RunInfos></TestRun>`,
    'a',
    'boom',
  ],
  ['a directive that is none', 'not ok 1 - issue \\# 7\n', 'issue # 7', 'issue # 7'],
  ['a block that is no YAML', 'not ok 1 - a\n  ---\n  : : [\n  ...\n', 'a', 'a'],
  [
    'colours',
    '{"stats":{},"passes":[],"failures":[{"title":"a","err":{"message":"\\u001b[31mred\\u001b[0m"}}]}',
    'a',
    'red',
  ],
  [
    'markup',
    '{"stats":{},"passes":[],"failures":[{"title":"a<b>","err":{"message":"\\"<&]]>"}}]}',
    'a<b>',
    '"<&]]>',
  ],
])('reads %s', (_, text, name, message) => {
  expect(read(text).failures).toMatchObject([{ test_name: name, error_message: message }]);
});

it.each([
  ['Jest', { invocations: 2, retryReasons: ['Error: not yet\n    at a.js:1:1'] }, 'Error: not yet'],
  ['Jest without a reason', { invocations: 2, retryReasons: [] }, ''],
  ['Vitest', { failureMessages: ['Error: not yet\n    at a.ts:1:1'] }, 'Error: not yet'],
])('reads a test that passed on a retry of %s', (_, fields, error_message) => {
  const test = { title: 'a', status: 'passed', ...fields };
  const testResults = [{ name: 'a.js', status: 'passed', assertionResults: [test] }];
  const { retried, passedLater } = read(JSON.stringify({ testResults }));
  expect(retried).toEqual({ count: 1, tests: [{ test_name: 'a', error_message }] });
  expect([...passedLater]).toEqual([0]);
});

it('reads the stack trace of Node, and what could not be prepared', () => {
  const block = (type: string, error: string, stack: string) =>
    `  ---\n  location: '/ci/a.test.js:3:1'\n  failureType: '${type}'\n  error: '${error}'\n  name: 'TypeError'\n${stack}  ...\n`;
  const inner = block('cancelledByParent', 'cancelled', '').replaceAll(/^/gm, '    ').trimEnd();
  const hook = block('hookFailed', 'no database', '  stack: |-\n    prepare (/ci/a.js:4:2)\n');
  const { failures } = read(
    `TAP version 13\n# Subtest: s\n    # Subtest: t\n    not ok 1 - t\n${inner}\n    1..1\nnot ok 1 - s\n${hook}1..1\n`,
  );
  expect(failures.map(({ test_name }) => test_name)).toEqual(['s.t', 's']);
  expect(failures[1]?.stack_trace).toMatch(
    /^TypeError: no database\n {4}at prepare \(\/ci\/a\.js:4:2\)\n {4}at \/ci\/a\.test\.js:3:1\n/,
  );
});

it('takes comments of Node for what was printed', () => {
  const { failures } = read(
    "TAP version 13\n# Subtest: a\nok 1 - a\n# Error: no module\n# Node.js v25\n# Subtest: b\nnot ok 2 - b\n  ---\n  error: 'test failed'\n  ...\n",
  );
  const output = 'Error: no module\nNode.js v25';
  const stack_trace = expect.stringMatching(/^Error: no module\n/) as string;
  expect(failures).toMatchObject([{ test_name: 'b', output, stack_trace }]);
});

it.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><TestRun/>', /document type declarations/],
  ['what is not well-formed', '<TestRun><a></TestRun>', /Invalid XML/],
  ['201 levels', `<TestRun>${'<a>'.repeat(200)}`, /nested more than 200 deep/],
  [
    'suites in suites without end',
    `{"stats":{},"results":[${'{"suites":['.repeat(20_000)}${']}'.repeat(20_000)}]}`,
    /nested so deep is no report/,
  ],
])('S7 refuses %s', (_, text, message) => {
  expect(() => otherReport(text)).toThrow(message);
});

it('takes no other text for a report', () => {
  for (const text of [
    '',
    '<testsuite/>',
    'okay then',
    'ok: true',
    'no XML',
    '[1]',
    'see\n1..3\nand so on',
  ]) {
    expect([text, mayBeOther(text)]).toEqual([text, false]);
  }
  for (const text of ['{"failures":[]}', '{', '{"testResults":1}', '[{"test_name":"a"}]']) {
    expect([text, otherReport(text)]).toEqual([text, undefined]);
  }
});

const long = 500_000;

it.each<[string, string, number]>([
  ['white space in a point', `1..1\nnot ok 1 ${' '.repeat(long)}x\n`, 1],
  ['points', `1..1\n${'not ok 1 - a\n'.repeat(long / 10)}`, long / 10],
  ['elements', `<TestRun>${'<Results></Results>'.repeat(long / 10)}</TestRun>`, 0],
  [
    'keywords',
    `<robot><test><kw name="a">${'<kw><status status="FAIL"/></kw>'.repeat(long / 10)}</kw></test></robot>`,
    0,
  ],
  ['braces', `{"Action":"run","Package":"p"}\n${'{'.repeat(long)}`, 0],
])('S7 takes time in line with the length: %s', (_, text, count) => {
  expect(read(text).failures).toHaveLength(count);
});
