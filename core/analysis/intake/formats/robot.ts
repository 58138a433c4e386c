import { withPlace, type TestCase } from './cases/test-case.ts';
import { casesIn, childOf, type XmlElement } from './cases/xml-elements.ts';

const outcomes: Readonly<Record<string, TestCase['outcome']>> = { PASS: 'passed', FAIL: 'failed' };

/** `output.xml` of Robot Framework. The keywords that failed are its stack trace. */
export function robotCases(text: string): TestCase[] {
  return casesIn(text, new Set(['test', 'status']), (element, around) => {
    const suites = around.filter(({ name }) => name === 'suite');
    const suite = suites.map(({ attributes }) => attributes['name']).join('.');
    const isTest = element.name === 'test';
    const status = isTest ? childOf(element, 'status') : element;
    const message = status?.text.trim() ?? '';
    // A setup that failed is in the messages of its tests.
    if (!isTest && !message.startsWith('Suite teardown failed:')) return undefined;
    const { elapsed, starttime = '', endtime = '', ...ended } = status?.attributes ?? {};
    const { name = 'Suite teardown', line } = isTest ? element.attributes : {};
    const trace: string[] = [];
    const printed: string[] = [];
    addKeywords(element, trace, printed);
    return {
      suite,
      group: suite,
      name,
      seconds: Number(elapsed ?? timeOf(endtime) - timeOf(starttime)) || 0,
      outcome: outcomes[ended['status'] ?? ''] ?? 'skipped',
      message,
      details: withPlace(trace.join('\n') || message, suites.at(-1)?.attributes['source'], line),
      output: printed.join('\n'),
    };
  });
}

/** The innermost failed keyword comes first, as in a stack trace. */
function addKeywords({ children }: XmlElement, trace: string[], printed: string[]): void {
  for (const child of children) {
    const { name = '', library, owner = library, level = '' } = child.attributes;
    if (child.name === 'msg') {
      const isTrace = level === 'FAIL' || child.text.startsWith('Traceback');
      (isTrace ? trace : printed).push(isTrace ? child.text : `${level} ${child.text}`);
    }
    const before = trace.length;
    addKeywords(child, trace, printed);
    const status = childOf(child, 'status')?.attributes['status'];
    // Others may catch what fails in them.
    if (status !== undefined && status !== 'FAIL') trace.length = before;
    if (status !== 'FAIL' || name === '') continue;
    const values = child.children.filter((each) => each.name === 'arg').map((arg) => arg.text);
    trace.push(`    ${[owner === undefined ? name : `${owner}.${name}`, ...values].join('  ')}`);
  }
}

/** Before version 7: `20260131 08:15:00.250`. */
function timeOf(text: string): number {
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d) ([\d:.]+)$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${time}Z`) / 1_000;
}
