// The reports of .NET: TRX of `dotnet test`, NUnit 3 and xUnit.net.
import type { TestCase } from './cases/test-case.ts';
import { casesIn, childOf, textAt, type XmlElement } from './cases/xml-elements.ts';

const failed = /^(?:Failed|Timeout|Aborted|Error)$/;

export function trxCases(text: string): TestCase[] {
  const results: XmlElement[] = [];
  let hasFailed = false;
  /** Where the methods of the tests are, by id. */
  const classes = new Map<string, string>();
  const cases = casesIn(
    text,
    new Set(['UnitTestResult', 'UnitTest', 'RunInfo', 'Test', 'FailedTest']),
    (element) => {
      const { id = '', outcome } = element.attributes;
      if (element.name === 'UnitTestResult') {
        results.push(...innermost(element));
        hasFailed ||= failed.test(outcome ?? '');
      } else if (element.name === 'UnitTest') {
        classes.set(id, childOf(element, 'TestMethod')?.attributes['className'] ?? '');
      } else if (element.name.endsWith('Test')) return cppunitCase(element);
      else if (outcome === 'Error') {
        const details = textAt(element, 'Text');
        // The tests say why.
        if (!hasFailed || !details.startsWith('Exit code indicates failure'))
          return { suite: 'Test run', name: 'Test run', outcome: 'failed', details };
      }
      return undefined;
    },
  );
  for (const result of results) {
    const { testId = '', testName = '', duration = '', outcome } = result.attributes;
    // Before a comma is the class, behind it the assembly.
    const type = (classes.get(testId) ?? '').split(',', 1)[0] ?? '';
    const [, hours, minutes, seconds] = /^(\d+):(\d+):([\d.]+)$/.exec(duration) ?? [];
    cases.push({
      suite: type,
      group: testName.startsWith(type) ? '' : type,
      name: testName,
      seconds: Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0),
      outcome: outcomeOf(outcome, /^Passed/, failed),
      message: textAt(result, 'Output', 'ErrorInfo', 'Message'),
      details: textAt(result, 'Output', 'ErrorInfo', 'StackTrace'),
      output: ['StdOut', 'StdErr']
        .map((name) => textAt(result, 'Output', name))
        .join('\n')
        .trim(),
    });
  }
  return cases;
}

/** CppUnit has the same first element. */
function cppunitCase(element: XmlElement): TestCase {
  const place = ['File', 'Line'].map((name) => textAt(element, 'Location', name)).join(':');
  const message = textAt(element, 'Message');
  const outcome = element.name === 'FailedTest' ? 'failed' : 'passed';
  const details = `${place}\n${message}`;
  return { suite: 'CppUnit', name: textAt(element, 'Name'), outcome, message, details };
}

/** The rows of a test with data, in place of the test. */
function innermost(result: XmlElement): XmlElement[] {
  const inner = childOf(result, 'InnerResults');
  return inner && inner.children.length > 0 ? inner.children.flatMap(innermost) : [result];
}

/** Version 3, and 2. */
export function nunitCases(text: string): TestCase[] {
  return casesIn(text, new Set(['test-case', 'failure']), (element, around) => {
    const suite = around.findLast(({ name: kind }) => kind === 'test-suite')?.attributes;
    const fixture = suite?.['fullname'] ?? suite?.['name'] ?? '';
    if (element.name === 'failure') {
      // Its tests do not tell of it.
      if (suite?.['site'] !== 'TearDown') return undefined;
      const message = textAt(element, 'message');
      const details = textAt(element, 'stack-trace');
      return { suite: fixture, name: fixture, outcome: 'failed', message, details };
    }
    const { name = '', fullname = name, classname = '', success, label } = element.attributes;
    const { duration, time, executed, result = resultOf(executed, success) } = element.attributes;
    return {
      suite: classname || fixture,
      name: fullname,
      seconds: Number(duration ?? time) || 0,
      outcome: outcomeOf(result, /^(?:Passed|Warning|Success)$/, /^(?:Failed|Failure|Error)$/),
      // Only the label tells of a limit of time.
      message: textAt(element, 'failure', 'message') || label,
      details: textAt(element, 'failure', 'stack-trace'),
      output: textAt(element, 'output'),
    };
  });
}

/** Version 2.4 and writers that follow it have no result. */
function resultOf(executed = 'True', success = ''): string {
  if (!/^true$/i.test(executed)) return 'Ignored';
  return /^true$/i.test(success) ? 'Success' : 'Failure';
}

export function xunitCases(text: string): TestCase[] {
  return casesIn(text, new Set(['test', 'error']), (element, around) => {
    const { name = '', type = '', time = '', result } = element.attributes;
    const assembly = around.find(({ name: kind }) => kind === 'assembly')?.attributes['name'] ?? '';
    const isError = element.name === 'error';
    return {
      suite: isError ? (assembly.split(/[\\/]/).at(-1) ?? '') : type,
      group: isError || name.startsWith(type) ? '' : type,
      name: isError ? `${type || 'error'} ${name}`.trim() : name,
      seconds: Number(time) || 0,
      outcome: isError ? 'failed' : outcomeOf(result, /^Pass$/, /^Fail$/),
      message: textAt(element, 'failure', 'message'),
      details: textAt(element, 'failure', 'stack-trace'),
      output: textAt(element, 'output'),
    };
  });
}

function outcomeOf(text = '', passed: RegExp, failed: RegExp): TestCase['outcome'] {
  if (failed.test(text)) return 'failed';
  return passed.test(text) ? 'passed' : 'skipped';
}
