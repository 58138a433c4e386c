import { junitReader } from '#core/analysis/intake/junit/read-junit.ts';

// Reads documents with one long part and prints what was kept of it.

const characters = 12_000_000;
const portion = 65_536;

/** The long part repeats the middle text. */
const documents: Readonly<Record<string, readonly [before: string, unit: string, after: string]>> =
  {
    comment: ['<a><!--', '- ', '--></a>'],
    instruction: ['<a><?p ', '? ', '?></a>'],
    section: ['<testcase><failure><![CDATA[', '] ', ']]></failure></testcase>'],
    sections: ['<testcase><failure>', '<![CDATA[]]>', '</failure></testcase>'],
    text: ['<testcase><failure>', '&lt;\r', '</failure></testcase>'],
    name: ['<testcase name="', '\n', '"><failure/></testcase>'],
    message: ['<testcase><failure message="', '&amp;', '"/></testcase>'],
    unread: ['<testcase other="', '&amp;', '"><failure/></testcase>'],
    'document type': ['<!DOCTYPE a [', '<!-- - -->', ']><a/>'],
    element: ['<', 'x', '/>'],
    attribute: ['<a ', 'x', '=""/>'],
    entity: ['<a>&', 'x', ';</a>'],
  };

function keptOf([before, unit, after]: readonly [string, string, string]): unknown {
  const reader = junitReader();
  const many = unit.repeat(Math.floor(portion / unit.length));
  try {
    reader.write(before);
    for (let at = 0; at < characters; at += many.length) reader.write(many);
    const [failure] = reader.write(after);
    reader.end();
    if (!failure) return 'no failure';
    return [failure.test_name, failure.error_message, failure.stack_trace].map(
      ({ length }) => length,
    );
  } catch (error) {
    return (error as Error).message;
  }
}

for (const [kind, parts] of Object.entries(documents)) {
  process.stdout.write(`${JSON.stringify([kind, keptOf(parts)])}\n`);
}
