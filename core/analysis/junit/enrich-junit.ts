import type { Place } from '../schema/place.ts';
import type { JunitReport } from './read-junit.ts';

export interface CaseAddition {
  /** Index of the failure in the report. */
  readonly failure: number;
  readonly properties: readonly Property[];
  /** Text of a new `<system-out>`. */
  readonly output: string;
}

export type Property = readonly [name: string, value: string];

/**
 * The XML byte for byte, with the additions as new elements of their test cases and properties of
 * the first test suite.
 */
export function enrichJunit(
  xml: string,
  report: JunitReport,
  cases: readonly CaseAddition[],
  suiteProperties: readonly Property[] = [],
): string {
  const insertions: { offset: number; text: string }[] = [];
  if (report.suite && suiteProperties.length > 0) {
    insertions.push(listOf(report.suite, suiteProperties));
  }
  for (const { failure, properties, output } of cases) {
    const place = report.failures[failure]?.place;
    if (!place) throw new RangeError(`the report has no failure ${failure}`);
    if (properties.length > 0) insertions.push(listOf(place, properties));
    if (output !== '')
      insertions.push({ offset: place.offset, text: element(place, 'system-out', output) });
  }
  // The sort is stable: what goes to one place keeps its order.
  insertions.sort((a, b) => a.offset - b.offset);
  const parts: string[] = [];
  let end = 0;
  for (const { offset, text } of insertions) {
    parts.push(xml.slice(end, offset), text);
    end = offset;
  }
  return parts.join('') + xml.slice(end);
}

/** Joins the properties that are there, or makes a list of its own. */
function listOf(place: Place, properties: readonly Property[]) {
  const { offset, prefix, propertiesEnd } = place;
  const items = properties.map(
    ([name, value]) => `<${prefix}property name="${attribute(name)}" value="${attribute(value)}"/>`,
  );
  if (propertiesEnd !== undefined) return { offset: propertiesEnd, text: items.join('') };
  return { offset, text: `<${prefix}properties>${items.join('')}</${prefix}properties>` };
}

function element({ prefix }: Place, name: string, text: string): string {
  return `<${prefix}${name}>${escaped(text)}</${prefix}${name}>`;
}

function attribute(text: string): string {
  // A parser turns raw line breaks of an attribute into spaces.
  return escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Characters that XML 1.0 cannot hold, even as references, become U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
