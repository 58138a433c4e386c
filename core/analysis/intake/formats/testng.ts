import type { TestCase } from './cases/test-case.ts';
import { casesIn, childOf, textAt } from './cases/xml-elements.ts';

/** `testng-results.xml`. Methods that prepare tests count where they failed. */
export function testngCases(text: string): TestCase[] {
  return casesIn(text, new Set(['test-method']), (element, around) => {
    const { name = '', status, retried, ...attributes } = element.attributes;
    // Before a repetition TestNG says that the test was skipped.
    const hasFailed = status === 'FAIL' || retried === 'true';
    if (attributes['is-config'] === 'true' && !hasFailed) return undefined;
    const { name: type = '', package: folder = '' } = around.at(-1)?.attributes ?? {};
    const exception = childOf(element, 'exception');
    const params = childOf(element, 'params')?.children ?? [];
    const values = params.map((param) => textAt(param, 'value')).join(', ');
    const output = childOf(element, 'reporter-output')?.children ?? [];
    const group = folder === '' ? type : `${folder}.${type}`;
    return {
      // A test that fails for one row of its data and passes for another was not repeated.
      suite: `${group} ${values}`.trim(),
      group,
      // The address of an object changes from run to run.
      name: params.length === 0 ? name : `${name}(${values.replaceAll(/@[\da-f]+/g, '')})`,
      seconds: Number(attributes['duration-ms']) / 1_000 || 0,
      outcome: hasFailed ? 'failed' : status === 'PASS' ? 'passed' : 'skipped',
      message: textAt(exception, 'message') || exception?.attributes['class'],
      details: textAt(exception, 'full-stacktrace') || textAt(exception, 'short-stacktrace'),
      output: output.map((line) => line.text.trim()).join('\n'),
    };
  });
}
