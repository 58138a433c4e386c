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
  const entries = isTest ? element.children : [element];
  const failures = entries.filter((entry) => problems.has(entry.name));
  const suite = around.flatMap(({ attributes }) => attributes['name'] ?? []).join('.');
  const { name = '', skipped } = isTest
    ? element.attributes
    : { name: suite === '' ? placeOf(element) : 'fixture' };
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

/** A log of errors alone names no tests but those that an exception ended. */
function placeOf(entry: XmlElement): string {
  const [, test] = /^"(.+)" test entry$/.exec(textAt(entry, 'LastCheckpoint')) ?? [];
  const { file, line } = entry.attributes;
  return test ?? `${file}:${line}`;
}

function linesOf({ name, text, attributes, children }: XmlElement): string {
  const { file = '', line } = attributes;
  const place = /^(?:unknown location)?$/.test(file) ? '' : `${file}:${line}: `;
  const around = children.flatMap((child) =>
    child.name === 'LastCheckpoint'
      ? `at ${child.attributes['file']}:${child.attributes['line']}`
      : child.children.map((frame) => frame.text.trim()),
  );
  return [`${place}${name}: ${text.trim()}`, ...around.map((each) => `    ${each}`)].join('\n');
}
