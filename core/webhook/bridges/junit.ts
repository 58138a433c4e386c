import { boundedXmlParser } from '#core/text/bounded-xml.ts';

const maxDepth = 200;

/** The failed test cases of a report. Undefined: the analysis would not take it. */
export function failuresIn(xml: string): number | undefined {
  const { parser, write, end } = boundedXmlParser();
  let count = 0;
  let depth = 0;
  // A small text could name a huge one (S7).
  parser.on('doctype', () => {
    throw new Error('It has a document type');
  });
  parser.on('opentag', ({ name }) => {
    depth += 1;
    if (depth > maxDepth) throw new Error('It is too deep');
    if (/^(?:[^:]*:)?(?:failure|error)$/.test(name)) count += 1;
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  try {
    write(xml);
    end();
    return count;
  } catch {
    return undefined;
  }
}

/** One document of several. */
export function joinReports(reports: readonly string[]): string {
  const bare = reports.map((xml) => xml.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, ''));
  return `<testsuites>\n${bare.join('\n')}\n</testsuites>`;
}
