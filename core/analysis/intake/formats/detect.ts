/** What tells the format. */
export const startCharacters = 8_192;

/** The first elements of the reports of .NET. */
const roots = ['TestRun', 'test-run', 'test-results', 'assemblies', 'assembly'] as const;
export type XmlRoot = (typeof roots)[number];

/** Whether a text may be a report in another format than JUnit XML. */
export function mayBeOther(text: string): boolean {
  const start = text.slice(0, startCharacters);
  if (/^\ufeff?\s*</.test(start)) return rootOf(start) !== undefined;
  return /^\ufeff?\s*\{/.test(start) || isGoJson(start) || isTap(start);
}

/** The first element, behind declarations and comments. */
export function rootOf(start: string): XmlRoot | undefined {
  const [first = '', ...parts] = start.split('<!--');
  const elements = [first, ...parts.map((part) => part.split('-->', 2)[1] ?? '')].join('');
  const [, name] = /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)[\s/>]/.exec(elements) ?? [];
  return roots.find((root) => root === name);
}

/** The compiler's words alone, when no package can be built. */
export const isGoJson = (start: string): boolean =>
  /^\{(?=[^\n]*"(?:Package|ImportPath)":)[^\n]*"Action":"[a-z-]+"/m.test(start) ||
  (start.startsWith('# ') && /^FAIL\t\S+ \[(?:build|setup) failed\]/m.test(start));

/** Comments may come first, and what was printed. */
export function isTap(start: string): boolean {
  if (/^(?:TAP version \d|1\.\.\d)/m.test(start) && /^(?:not )?ok \d/m.test(start)) return true;
  const line = start.split('\n').find((one) => !/^\ufeff?\s*(?:#|$)/.test(one)) ?? '';
  return /^\ufeff?(?:TAP [Vv]ersion \d|1\.\.\d|(?:not )?ok\b(?!\s*[:=,]))/.test(line);
}
