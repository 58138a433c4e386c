import { textsIn } from '#test/support/logs/naive-search.ts';
import fc from '#test/support/property.ts';

/** Letters whose case, length or escape is special, and characters of expressions. */
const special = [
  ...'İIıiK\u212akÅ\u212båßẞſsΣσςéÉǅdž𐐀𐐨😀Ⱥⱥ',
  ...'"\\/\n\t\r\b\f\0\x1f\x7f.*+?^$()[]{}|&<>%_-\u2028\ufffd\ufeff',
  ...['\ud83d', '\ude00', '\\u0041', '\\n', 'e\u0301'],
];
const word = fc.constantFrom('error', 'Error', 'a', 'deploy', 'user', 'assistant', 'text', ' ');
const someText = fc
  .array(fc.oneof(word, fc.constantFrom(...special), fc.string({ maxLength: 3, unit: 'binary' })), {
    maxLength: 60,
    size: 'max',
  })
  .map((parts) => parts.join(''));

const block = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'text', 'text', 'tool_use'), text: someText }),
  fc.record({ type: fc.constant('tool_result'), content: someText }),
  fc.constantFrom(null, 7, 'text', { type: 'text', text: 9 }),
);
const timestamp = fc.constantFrom(
  ...['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.001Z', 'yesterday', 1_772_359_200_000],
  ...[9e99, null, undefined],
);
const message = fc.record({
  type: fc.constantFrom('user', 'assistant', 'user', 'assistant', 'system', 5),
  uuid: fc.option(fc.uuid()),
  cwd: fc.constantFrom(undefined, '', '/home/ada/Käse', 3),
  timestamp,
  message: fc.oneof(
    fc.record({
      role: fc.constant('user'),
      content: fc.oneof(someText, fc.array(block, { maxLength: 5, size: 'max' })),
    }),
    fc.constantFrom(null, 'text', { content: 5 }),
  ),
});
const prompt = fc.record(
  {
    display: someText,
    prompt: someText,
    timestamp,
    project: fc.constantFrom('/home/ada/x', 5),
    sessionId: fc.constantFrom('s1', 2),
  },
  { requiredKeys: [] },
);

/** How other programs write the same text in JSON. */
const escapes: readonly ((json: string) => string)[] = [
  (json) => json,
  // Python's json.dumps.
  (json) => json.replace(/[^\x00-\x7f]/g, hex),
  (json) => json.replaceAll('/', '\\/'),
  // Everything but the syntax, in capitals.
  (json) =>
    json.replace(/\\.|[g-tv-z]/g, (part) =>
      part.startsWith('\\') ? part : hex(part).toUpperCase().replace('\\U', '\\u'),
    ),
];

function hex(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const encoded = (entry: fc.Arbitrary<object>) =>
  fc
    .tuple(entry, fc.constantFrom(...escapes))
    .map(([value, escape]) => Buffer.from(escape(JSON.stringify(value))));

const twoTimes = '"timestamp":"2026-03-01T10:00:00.002Z","time\\u0073tamp"';
const junk = fc.oneof(
  fc.constantFrom(
    ...['"timestamp":"2001-01-01T00:00:00Z","timestamp"', twoTimes, '"a":{},"timestamp"'].map(
      (names) =>
        `{${names}:"2026-03-01T10:00:00.003Z","type":"user","message":{"content":"a user error"}}`,
    ),
  ),
  // A text in a line that seems to be a tool's.
  fc.constant('{"type":"user","x":{"type":"tool_result"},"message":{"content":"a user error"}}'),
  fc.constantFrom('', ' ', '{', '[]', 'null', '7', '"error"', '{"type":"user","message":', '{}\r'),
  fc.constantFrom('{"type":"user","message":{"content":"a"}}x', '\ufeff{"type":"user"}'),
);
/** Bytes that are not UTF-8, inside a text. */
const broken = fc
  .uint8Array({ maxLength: 6 })
  .map((bytes) =>
    Buffer.concat([
      Buffer.from('{"type":"user","message":{"content":"a'),
      Buffer.from(bytes).map((byte) => byte | 0x80),
      Buffer.from('error"}}'),
    ]),
  );

const lines = (entry: fc.Arbitrary<object>) =>
  fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 6, arbitrary: encoded(entry) },
          junk.map((text) => Buffer.from(text)),
          broken,
        ),
        { maxLength: 8 },
      ),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    .map(([parts, end, isEnded]) =>
      Buffer.concat(
        parts.flatMap((part, at) =>
          at === parts.length - 1 && !isEnded ? [part] : [part, Buffer.from(end)],
        ),
      ),
    );

/** Sessions and histories as different programs and crashes leave them. */
const someFiles = fc
  .record({
    'history.jsonl': lines(prompt),
    '-home-ada--lantern/.history.jsonl': lines(prompt),
    '-home-ada--lantern/11111111.jsonl': lines(message),
    '-home-ada--lantern/agent-2.jsonl': lines(message),
    '-srv/33333333.jsonl': lines(message),
  })
  .map((files) => new Map(Object.entries(files)));

export const order = fc.constantFrom('newest' as const, 'file' as const);
export const limit = fc.constantFrom(1, 2, 500);

/** Any text that a client can send, or a part of a text in the files, in another case. */
export const someSearch = fc
  .record({
    files: someFiles,
    typed: fc.oneof(someText, fc.constantFrom(...special), word, fc.constant('tool_use')),
    part: fc.option(
      fc.record({ pick: fc.nat(), at: fc.nat(), size: fc.integer({ min: 1, max: 6 }) }),
      {
        freq: 4,
      },
    ),
    change: fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
    ),
    limit: fc.constantFrom(1, 2, 500),
    order: fc.constantFrom('newest' as const, 'file' as const),
  })
  .map(({ files, typed, part, change, ...more }) => {
    const texts = textsIn(files);
    const text = part ? (texts[part.pick % texts.length] ?? typed) : typed;
    const at = part ? part.at % text.length : 0;
    const q = change(part ? text.slice(at, at + part.size) : text).toWellFormed();
    return { files, query: { ...more, q: q || 'a' } };
  });
