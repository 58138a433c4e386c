import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { enrichJunit, type Property } from '#core/analysis/intake/junit/enrich-junit.ts';
import { junitReader } from '#core/analysis/intake/junit/read-junit.ts';
import { isFailure } from '#core/platform/failure.ts';
import fc from '#test/support/property.ts';

const further = '--- A further failure of the test ---';
const boom = '<failure message="boom">at a\nat b</failure>';

function suite(...cases: string[]): string {
  return `<testsuite name="s">${cases.join('')}</testsuite>`;
}

/** Fed in portions: every place has to survive their borders. */
function portions(xml: string, length: number): string[] {
  const count = Math.ceil(xml.length / length);
  return Array.from({ length: count }, (_, at) => xml.slice(at * length, (at + 1) * length));
}

function readJunit(xml: string, length = 65_536) {
  const reader = junitReader();
  const failures = portions(xml, length).flatMap((text) => reader.write(text));
  const { suite, retried, passedLater } = reader.end();
  return { suite, failures, retried, passedLater: [...passedLater] };
}

function namesIn(xml: string): string[] {
  return readJunit(xml).failures.map(({ test_name }) => test_name);
}

describe('tests that passed on a retry', () => {
  const failed = `<testcase classname="C" name="n">${boom}</testcase>`;
  const passed = '<testcase classname="C" name="n"/>';
  const once = { count: 1, tests: [{ test_name: 'C.n', error_message: 'boom' }] };
  const none = { count: 0, tests: [] };
  const on = (host: string, ...cases: string[]) =>
    `<testsuite name="s" hostname="${host}">${cases.join('')}</testsuite>`;

  it.each([
    ['a later pass', suite(failed, passed), [0], once],
    ['two failures, then a pass', suite(failed, failed, passed), [0, 1], once],
    ['a failure at the end', suite(passed, failed), [], none],
    ['a failure after the pass', suite(failed, passed, failed), [0], once],
    ['another test', suite(failed, '<testcase classname="C" name="m"/>'), [], none],
    [
      'a skipped one',
      suite(failed, '<testcase classname="C" name="n"><skipped/></testcase>'),
      [],
      none,
    ],
    [
      'the same suite again, as files of two tries',
      `<testsuites>${suite(failed)}${suite(passed)}</testsuites>`,
      [0],
      once,
    ],
    [
      'another browser',
      `<testsuites>${on('chromium', failed)}${on('webkit', passed)}</testsuites>`,
      [],
      none,
    ],
    [
      'a flakyFailure of Surefire',
      suite(
        `<testcase classname="C" name="n"><flakyFailure message="boom" type="E"><stackTrace>at a</stackTrace></flakyFailure></testcase>`,
      ),
      [],
      once,
    ],
    [
      'a flakyError',
      suite('<testcase classname="C" name="n"><flakyError message="boom"/></testcase>'),
      [],
      once,
    ],
    [
      'a rerunFailure',
      suite(`<testcase classname="C" name="n">${boom}<rerunFailure message="again"/></testcase>`),
      [],
      none,
    ],
  ])('%s', (_, xml, passedLater, retried) => {
    for (const length of [1, 7, 65_536]) {
      expect(readJunit(xml, length)).toMatchObject({ passedLater, retried });
    }
  });

  it('are listed up to a limit, and counted', () => {
    const many = Array.from(
      { length: 150 },
      (_, at) =>
        `<testcase name="${at}-${'x'.repeat(600)}"><flakyError message="${'y'.repeat(600)}"/></testcase>`,
    );
    const { retried } = readJunit(suite(...many));
    expect(retried.count).toBe(150);
    expect(retried.tests).toHaveLength(100);
    expect(retried.tests[99]).toEqual({
      test_name: `99-${'x'.repeat(497)}`,
      error_message: 'y'.repeat(300),
    });
  });
});

describe('a failure that repeats the name of its test', () => {
  it.each([
    [
      'Pest, in front of the error',
      '<error type="TypeError">it has a catTypeError: no cat</error>',
    ],
    [
      'Cucumber, as its message',
      '<failure message="failed it has a cat" type="failed">TypeError: no cat</failure>',
    ],
  ])('is read without it: %s', (_, failure) => {
    const xml = suite(`<testcase classname="C" name="it has a cat">${failure}</testcase>`);
    const [read] = readJunit(xml).failures;
    expect(read).toMatchObject({
      error_message: 'TypeError: no cat',
      stack_trace: 'TypeError: no cat',
    });
  });

  it('keeps a text that only begins like it', () => {
    const xml = suite('<testcase name="Type"><error>TypeError: no cat</error></testcase>');
    expect(readJunit(xml).failures).toMatchObject([{ error_message: 'TypeError: no cat' }]);
  });
});

describe('JUnit XML', () => {
  it.each([
    ['a class and a name', suite(`<testcase classname="C" name="n">${boom}</testcase>`), ['C.n']],
    ['a name alone', suite(`<testcase name="n">${boom}</testcase>`), ['n']],
    ['a class alone', suite(`<testcase classname="C" name="">${boom}</testcase>`), ['C']],
    ['an error', suite('<testcase name="n"><error message="e"/></testcase>'), ['n']],
    [
      'passed and skipped',
      suite('<testcase name="n"/><testcase name="m"><skipped/></testcase>'),
      [],
    ],
    [
      'nested suites',
      `<testsuites>${suite(suite(`<testcase name="n">${boom}</testcase>`))}</testsuites>`,
      ['n'],
    ],
    [
      'test cases in test cases',
      suite(
        `<testcase name="a"><testcase name="b">${boom}</testcase>${boom}</testcase>` +
          `<testcase name="c"><testcase name="d">${boom}</testcase></testcase>`,
      ),
      ['b', 'a', 'd'],
    ],
    [
      'a suite outside of its tests, but none that was printed',
      suite(`${boom}<testcase name="n"><system-out>${boom}</system-out></testcase>`),
      ['s'],
    ],
    [
      'a test case around a suite that failed',
      suite(`<testcase name="n">${boom}<testsuite name="t">${boom}</testsuite></testcase>`),
      ['n'],
    ],
    ['a suite behind its tests', suite('<testcase name="n"/><error message="m" />'), ['s']],
    [
      'a prefix',
      `<j:testsuite xmlns:j="u"><j:testcase name="n"><j:failure/></j:testcase></j:testsuite>`,
      ['n'],
    ],
    ['a byte order mark', `\ufeff${suite(`<testcase name="n">${boom}</testcase>`)}`, ['n']],
    ['no test at all', '<report/>', []],
  ])('finds the failures of %s', (_, xml, names) => {
    expect(namesIn(xml)).toEqual(names);
  });

  it.each([
    ['the attribute', '<failure message="why">\n  body\n</failure>', 'why', '\n  body\n'],
    [
      'the first line',
      '<failure>\n\n  first  \nsecond</failure>',
      'first',
      '\n\n  first  \nsecond',
    ],
    [
      'characters and sections',
      '<error>a &lt; <![CDATA[b && c]]></error>',
      'a < b && c',
      'a < b && c',
    ],
    [
      'the first of two, with the other below',
      '<failure message="1">x</failure><error message="2">y</error>',
      '1',
      `x\n${further}\n2\ny`,
    ],
    [
      'the first of two that say it in their texts',
      '<failure message="a.cc:1&#10;is 1">a.cc:1\nis 1</failure><failure message="a.cc:2&#10;is 2">a.cc:2\nis 2</failure>',
      'a.cc:1\nis 1',
      `a.cc:1\nis 1\n${further}\na.cc:2\nis 2`,
    ],
    ['the second, when the first says nothing', '<failure/><error message="e">s</error>', 'e', 's'],
    ['the type, when nothing else is said', '<failure type="Boom">\n</failure>', 'Boom', '\n'],
    [
      'the first line, when the attribute is blank',
      '<error message=" ">\n b\n</error>',
      'b',
      '\n b\n',
    ],
    ['nothing', '<failure/>', '', ''],
    ['what elements hold', '<failure>a<b>c</b>d</failure>', 'acd', 'acd'],
  ])('takes the message from %s', (_, problem, error_message, stack_trace) => {
    const xml = suite(`<testcase name="n" time="1,234.5">${problem}</testcase>`);
    expect(readJunit(xml).failures).toMatchObject([
      { error_message, stack_trace, duration: 1234.5 },
    ]);
  });

  it.each([
    ['nothing', '', /^Invalid XML: /],
    ['a missing end', '<testsuite><testcase>', /^Invalid XML: unclosed tag/],
    ['an unknown entity', '<testsuite>&boom;</testsuite>', /^Invalid XML: undefined entity/],
    ['a control character', '<testsuite>\u0001</testsuite>', /^Invalid XML: /],
    ['an attribute twice', '<testsuite a="1" a="2"/>', /^Invalid XML: duplicate attribute/],
    [
      'a document type',
      '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
      /^Invalid XML: document type declarations are not accepted$/,
    ],
    [
      'a page',
      '<!DOCTYPE html><html></html>',
      /^Invalid XML: this is an HTML page: give the XML file/,
    ],
    ['201 levels', '<a>'.repeat(201) + '</a>'.repeat(201), /nested more than 200 deep$/],
    [
      '1,001 attributes',
      `<a${Array.from({ length: 1_001 }, (_, n) => ` a${n}=""`).join('')}/>`,
      /too many attributes$/,
    ],
  ])('refuses %s (S7)', (_, xml, message) => {
    let error: unknown;
    try {
      readJunit(xml);
    } catch (thrown) {
      error = thrown;
    }
    expect(isFailure(error, 'invalid', 'invalid_xml')).toBe(true);
    expect((error as Error).message).toMatch(message);
  });

  it('holds no long part of a document as a whole (S7, S14)', async () => {
    const child = `${import.meta.dirname}/../../../support/analysis/long-junit-child.ts`;
    // Any of the parts as V8 collects it would be several times as large.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=48',
      child,
    ]);
    const kept = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(kept).toEqual([
      ['comment', 'no failure'],
      ['instruction', 'no failure'],
      ['section', [0, 999_999, 1e6]],
      ['sections', [0, 0, 0]],
      ['text', [0, 1, 1e6]],
      ['name', [1e6, 0, 0]],
      ['message', [0, 1e6, 0]],
      ['unread', [0, 0, 0]],
      ['document type', 'Invalid XML: document type declarations are not accepted'],
      ['element', 'Invalid XML: a name is too long'],
      ['attribute', 'Invalid XML: a name is too long'],
      ['entity', 'Invalid XML: a name is too long'],
    ]);
  });

  it('refuses an end tag with more than 4,096 characters of white space', () => {
    const xml = suite(`<testcase name="n"><failure/></testcase${' '.repeat(5_000)}>`);
    expect(() => readJunit(xml, 1_000)).toThrow('Invalid XML: an end tag is too long');
  });
});

describe('enriched XML', () => {
  async function enriched(
    xml: string,
    properties: readonly Property[] = [['ai_classification', 'CODE ISSUE']],
    { length = 65_536, output = (at: number) => `<${at}>` } = {},
  ): Promise<string> {
    const { failures, suite: first } = readJunit(xml, length);
    const cases = failures.flatMap(({ place }, at) =>
      place ? [{ place, properties: () => properties, output: () => output(at) }] : [],
    );
    const url: Property = ['report_url', '/results/1'];
    const suites = first ? [{ place: first, properties: () => [url] }] : [];
    async function* texts() {
      yield* portions(xml, length);
    }
    let result = '';
    for await (const text of enrichJunit(texts(), [...suites, ...cases])) result += text;
    return result;
  }
  const added = '<property name="ai_classification" value="CODE ISSUE"/>';
  const url = '<property name="report_url" value="/results/1"/>';

  it.each([
    [
      'lists of their own',
      `<testsuite>\n<testcase name="n"><failure/></testcase></testsuite>`,
      `<testsuite><properties>${url}</properties>\n<testcase name="n"><failure/><properties>${added}</properties><system-out>&lt;0&gt;</system-out></testcase></testsuite>`,
    ],
    [
      'lists that are there',
      `<testsuite><properties><property/></properties><testcase><properties>\n</properties><failure/></testcase></testsuite>`,
      `<testsuite><properties><property/>${url}</properties><testcase><properties>\n${added}</properties><failure/><system-out>&lt;0&gt;</system-out></testcase></testsuite>`,
    ],
    [
      'the prefix of the case',
      `<t:testsuite xmlns:t="u"><t:testcase><t:failure/></t:testcase></t:testsuite>`,
      `<t:testsuite xmlns:t="u"><t:properties><t:property name="report_url" value="/results/1"/></t:properties><t:testcase><t:failure/><t:properties><t:property name="ai_classification" value="CODE ISSUE"/></t:properties><t:system-out>&lt;0&gt;</t:system-out></t:testcase></t:testsuite>`,
    ],
  ])('adds to %s', async (_, xml, expected) => {
    expect(await enriched(xml)).toBe(expected);
  });

  it('is the same bytes without the additions, for any line ends and cut of the input', async () => {
    const space = fc.constantFrom('', ' ', '\n', '\r\n', '\r', '\t', '😀', 'ä');
    const text = fc.array(space, { maxLength: 4 }).map((parts) => parts.join(''));
    const testCase = fc
      .tuple(text, text, fc.boolean(), fc.boolean())
      .map(([a, b, fails, lists]) => {
        const list = lists ? '<properties ></properties>' : '';
        return `<testcase name="${a.replaceAll(/\s/g, '')}">${a}${list}${fails ? `<failure>${b}</failure>` : ''}</testcase>${b}`;
      });
    await fc.assert(
      fc.asyncProperty(
        fc.array(testCase, { maxLength: 5 }),
        fc.integer({ min: 1, max: 90 }),
        async (cases, length) => {
          const xml = `<testsuite>${cases.join('')}</testsuite>`;
          const result = await enriched(xml, undefined, { length });
          const removed = result
            .replaceAll(`<properties>${added}</properties>`, '')
            .replaceAll(added, '')
            .replace(`<properties>${url}</properties>`, '')
            .replaceAll(/<system-out>&lt;\d+&gt;<\/system-out>/g, '');
          expect(removed).toBe(xml);
          expect(namesIn(result)).toEqual(namesIn(xml));
        },
      ),
    );
  });

  it.each([
    ['a comment', '<!--', '- ', '-->'],
    ['a processing instruction', '<?p ', '? ', '?>'],
    ['a section', '<![CDATA[', ']] ', ']]>'],
    ['text', '', 'x\r\n', ''],
  ])('is the same bytes around %s of 1,500,000 characters', async (_, before, unit, after) => {
    const long = before + unit.repeat(1_500_000 / unit.length) + after;
    const xml = `${long.startsWith('<!--') ? long : ''}<testsuite><testcase><failure/>${long}`;
    const result = await enriched(`${xml}</testcase></testsuite>`, undefined, { length: 65_521 });
    const suiteStart = xml.indexOf('<testcase>');
    expect(
      result ===
        `${xml.slice(0, suiteStart)}<properties>${url}</properties>${xml.slice(suiteStart)}` +
          `<properties>${added}</properties><system-out>&lt;0&gt;</system-out></testcase></testsuite>`,
    ).toBe(true);
  });

  it('says any text without breaking the document (S7, S8)', async () => {
    const xml = suite('<testcase name="n"><failure/></testcase>');
    const hostile = '"]]></system-out><x a=\'&\u0000\ud800\u2028\r\n\t\ufffe';
    const result = await enriched(xml, [['ai_details', hostile]], { output: () => hostile });
    expect(readJunit(result).failures).toHaveLength(1);
    expect(result).toContain(
      'value="&quot;]]&gt;&lt;/system-out&gt;&lt;x a=\'&amp;\ufffd\ufffd\u2028&#13;&#10;&#9;\ufffd"',
    );
  });
});
