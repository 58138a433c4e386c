import type { TestCase } from './cases/test-case.ts';
import { casesIn, textAt, type XmlElement } from './cases/xml-elements.ts';

const problems = new Set(['Error', 'FatalError', 'Exception']);

/** The XML log of Boost.Test. What fails outside a test is that of its suite. */
export function boostCases(text: string): TestCase[] {
  return casesIn(text, new Set(['TestCase', ...problems]), casesOf);
}

/** A test may run others. */
function casesOf(element: XmlElement, around: readonly XmlElement[]): TestCase[] {
  const inner = element.children
    .filter(({ name }) => /^Test(?:Suite|Case)$/.test(name))
    .flatMap((child) => casesOf(child, [...around, element]));
  return element.name === 'TestSuite' ? inner : [...inner, caseOf(element, around)];
}

function caseOf(element: XmlElement, around: readonly XmlElement[]): TestCase {
  const isTest = element.name === 'TestCase';
  const { name = '', skipped } = isTest ? element.attributes : { name: 'fixture' };
  const entries = isTest ? element.children : [element];
  const failures = entries.filter((entry) => problems.has(entry.name));
  const suite = around.flatMap(({ attributes }) => attributes['name'] ?? []).join('.');
  return {
    suite,
    group: suite,
    name,
    seconds: Number(textAt(element, 'TestingTime')) / 1e6 || 0,
    outcome: failures.length > 0 ? 'failed' : skipped === undefined ? 'passed' : 'skipped',
    message: failures[0]?.text.trim(),
    details: failures.map(linesOf).join('\n'),
    output: entries
      .filter((entry) => /^(?:Info|Message|Warning)$/.test(entry.name))
      .map((entry) => entry.text.trim())
      .join('\n'),
  };
}

function linesOf(entry: XmlElement): string {
  const inner = entry.children.flatMap((child) => [child, ...child.children]);
  const context = inner.map((child) => `    ${lineOf(child)}`).filter((line) => /\S/.test(line));
  return [lineOf(entry, `${entry.name}: `), ...context].join('\n');
}

function lineOf({ text, attributes }: XmlElement, kind = ''): string {
  const { file, line } = attributes;
  return `${file === undefined ? '' : `${file}:${line}: `}${kind}${text.trim()}`;
}
