import { Failure } from '#core/platform/failure.ts';

/** What tells the format. */
export const startCharacters = 8_192;

export const readFormats =
  'JUnit XML, TRX, NUnit, xUnit.net, TestNG, Boost.Test, Check, Robot Framework, TAP, CTRF, and the JSON of Cucumber, Dart, Go, Jest, Mocha, Mochawesome, Playwright, RSpec and Vitest';

export function unknownReport(what: string): Failure {
  const message = `${what} no report that is known here: ${readFormats} are read`;
  return new Failure('invalid', 'unknown_report', message);
}

/** Its first element has the name of that of JUnit XML. */
export const checkNamespace = 'http://check.sourceforge.net/ns';

/** The first elements of reports that are no JUnit XML. */
const roots = [
  ...(['TestRun', 'test-run', 'test-results', 'assemblies', 'assembly'] as const),
  ...(['testng-results', 'TestLog', 'robot', checkNamespace] as const),
] as const;
export type XmlRoot = (typeof roots)[number];

/** Whether a text may be a report in another format than JUnit XML. */
export function mayBeOther(text: string): boolean {
  const start = text.slice(0, startCharacters);
  if (/^\ufeff?\s*</.test(start)) return rootOf(start) !== undefined;
  return isJson(start) || isGoJson(start) || isDart(start) || isTap(start);
}

/** The first element, behind declarations and comments. */
export function rootOf(start: string): XmlRoot | undefined {
  const [first = '', ...parts] = start.split('<!--');
  const elements = [first, ...parts.map((part) => part.split('-->', 2)[1] ?? '')].join('');
  const [, name, rest] = /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)([^<>]*)/.exec(elements) ?? [];
  if (rest?.includes(`"${checkNamespace}"`)) return checkNamespace;
  return roots.find((root) => root === name);
}

/** The compiler's words alone, when no package can be built. */
export const isGoJson = (start: string): boolean =>
  /^\{(?=[^\n]*"(?:Package|ImportPath)":)[^\n]*"Action":"[a-z-]+"/m.test(start) ||
  (start.startsWith('# ') && /^FAIL\t\S+ \[(?:build|setup) failed\]/m.test(start));

/** Objects, or features of Cucumber. */
export const isJson = (start: string): boolean => /^\ufeff?\s*(?:\{|\[\s*[{\]])/.test(start);

/** Flutter may print other lines first. */
export const isDart = (start: string): boolean => /^\{"protocolVersion":/m.test(start);

/** Comments may come first, and what was printed; old runners have it below the name of its file. */
export function isTap(start: string): boolean {
  if (/^(?: {0,8}TAP version \d|1\.\.\d)/m.test(start) && /^ {0,8}(?:not )?ok \d/m.test(start))
    return true;
  const line = start.split('\n').find((one) => !/^\ufeff?\s*(?:#|$)/.test(one)) ?? '';
  return /^\ufeff?(?:TAP [Vv]ersion \d|1\.\.\d|(?:not )?ok\b(?!\s*[:=,]))/.test(line);
}
