import { stripVTControlCharacters } from 'node:util';
import { xmlAttribute, xmlText } from '../../junit/xml-text.ts';

/** A test in a report of any format. */
export interface TestCase {
  readonly suite: string;
  /** In front of the name; empty: nothing. */
  readonly group?: string | undefined;
  readonly name: string;
  readonly seconds?: number | undefined;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Empty: the first line of the details. */
  readonly message?: string | undefined;
  readonly details?: string | undefined;
  /** What the test printed. */
  readonly output?: string | undefined;
}

/** What is in front of the calls is the message. */
export function split(details: string) {
  const trimmed = details.replace(/^\s*● .*\n+/, '').trim();
  return { message: trimmed.split(/\n[ \t]*at /, 1)[0]?.trim(), details: trimmed };
}

/** A stack trace that names the test's file, if the report has one. */
export function withPlace(trace: string, file = '', line: string | number = ''): string {
  if (file === '' || trace === '' || trace.includes(file)) return trace;
  return `${trace}\n    at ${file}${line === '' ? '' : `:${line}`}`;
}

/** The cases as JUnit XML, those of a suite in their order. */
export function junitXml(cases: readonly TestCase[]): string {
  const suites = [...Map.groupBy(cases, ({ suite }) => suite)].map(
    ([suite, ofSuite]) =>
      `<testsuite name="${value(suite)}" tests="${ofSuite.length}">\n${ofSuite.map(testcase).join('')}</testsuite>\n`,
  );
  return `<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function testcase({ group = '', name, seconds = 0, output = '', ...test }: TestCase): string {
  const attributes = `classname="${value(group)}" name="${value(name)}" time="${seconds}"`;
  const printed = output === '' ? '' : `<system-out>${text(output)}</system-out>`;
  return `<testcase ${attributes}>${result(test)}${printed}</testcase>\n`;
}

function result({ outcome, message = '', details = '' }: Omit<TestCase, 'suite' | 'name'>): string {
  if (outcome === 'passed') return '';
  if (outcome === 'skipped') return '<skipped/>';
  return `<failure message="${value(message)}">${text(details)}</failure>`;
}

const text = (content: string) => xmlText(stripVTControlCharacters(content));
const value = (content: string) => xmlAttribute(stripVTControlCharacters(content));
