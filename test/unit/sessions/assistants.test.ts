import { describe, expect, it } from 'vitest';
import messagePage from '#core/sessions/search/message-page.ts';
import { searchHistory, searchMessages } from '#core/sessions/search/search-messages.ts';
import { listSessions } from '#core/sessions/summaries/list-sessions.ts';
import { readUse } from '#core/sessions/summaries/use.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { memoryTranscripts } from '#test/support/sessions/memory-transcripts.ts';
import { jsonl, said } from '#test/support/sessions/sessions-world.ts';

const clock = manualClock('2026-03-02T12:00:00.000Z');
const at = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`;
const uuid = '0199a213-81c0-7800-8aa1-bbab2a035a53';
const codex = `@codex.2026.03.01/rollout-2026-03-01T10-00-00-${uuid}.jsonl`;

const codexSession = jsonl(
  {
    ...{ timestamp: at(0), type: 'session_meta' },
    payload: { id: uuid, cwd: '/home/ada/lantern', git: { branch: 'main' } },
  },
  codexItem({ type: 'message', role: 'user', content: typed('<environment_context>x') }, 0),
  codexItem({ type: 'message', role: 'user', content: typed('Why is the lamp dark?') }, 1),
  codexItem({ type: 'message', role: 'developer', content: typed('lamp rules') }, 1),
  codexItem({ type: 'function_call', name: 'shell', arguments: '{"command":["lamp"]}' }, 2),
  codexItem({ type: 'function_call_output', output: 'lamp: not found' }, 3),
  codexItem(
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'No lamp.' }] },
    4,
  ),
);

function typed(text: string) {
  return [{ type: 'input_text', text }];
}

function codexItem(payload: object, minute: number) {
  return { timestamp: at(minute), type: 'response_item', payload };
}

const answer = { id: 'g2', timestamp: at(2), type: 'gemini', content: 'It is off.' };
const question = {
  id: 'g1',
  timestamp: at(1),
  type: 'user',
  content: [{ text: 'Is the lamp on?' }],
};
const head = { sessionId: 'd98cf9e7-1111-4222-8333-444455556666', startTime: at(0) };
const call = { name: 'read_file', args: { path: 'lamp.ts' }, result: [{ text: 'const lamp = 1' }] };
const geminiWhole = JSON.stringify(
  { ...head, summary: 'A dark lamp', messages: [question, { ...answer, toolCalls: [call] }] },
  null,
  2,
);
const geminiLines = jsonl(
  { ...head, kind: 'main', directories: ['/home/ada/attic'] },
  { $set: { messages: [question] } },
  { id: 'g0', timestamp: at(2), type: 'gemini', content: 'Let me look' },
  { $set: { lastUpdated: at(2) } },
  { $rewindTo: 'g0' },
  answer,
  { ...answer, content: 'It is off, said again.' },
  'no JSON',
);

function open(files: Record<string, string>) {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  const warnings: unknown[] = [];
  const transcripts = memoryTranscripts(bytes);
  return {
    needs: {
      ...{ transcripts, clock },
      log: (_: string, __: string, fields?: object) => void warnings.push(fields),
    },
    warnings,
  };
}

const search = { limit: 50, order: 'file' as const, from: undefined, to: undefined };

describe('sessions of other assistants', () => {
  it('finds what was said in Codex, and its tools where they are asked for', async () => {
    const { needs } = open({ [codex]: codexSession });
    const { messages } = await searchMessages(needs, { ...search, q: 'LAMP' });
    const common = { session_id: uuid, project_path: '/home/ada/lantern', message_uuid: null };
    expect(messages).toEqual([
      { ...common, message_type: 'user', timestamp: at(1), snippet: 'Why is the lamp dark?' },
      { ...common, message_type: 'assistant', timestamp: at(4), snippet: 'No lamp.' },
    ]);
    const withTools = await searchMessages(needs, { ...search, q: 'LAMP', tools: 'true' });
    expect(withTools.messages.map(({ snippet }) => snippet)).toEqual([
      'Why is the lamp dark?',
      'shell\n{"command":["lamp"]}',
      'lamp: not found',
      'No lamp.',
    ]);
    const [session] = await listSessions(needs);
    expect(session?.session).toMatchObject({
      ...{ id: uuid, title: 'Why is the lamp dark?', assistant: 'codex', git_branch: 'main' },
      ...{ message_count: 5, project_name: 'lantern' },
    });
  });

  it('finds the prompts of Codex', async () => {
    const prompt = { session_id: uuid, ts: Date.parse(at(1)) / 1000, text: 'Light the lamp' };
    const old = { session_id: uuid, ts: 1, text: 'Light the old lamp' };
    const { needs } = open({ '@codex/.history.jsonl': jsonl(prompt, old) });
    const newest = { ...search, order: 'newest' as const, limit: 1 };
    expect(await searchHistory(needs, { ...newest, q: 'lamp' })).toEqual([
      { project_path: 'codex', prompt: 'Light the lamp', timestamp: at(1), session_id: uuid },
    ]);
  });

  it.each([
    [
      'one object',
      '@gemini.attic/session-1.json',
      geminiWhole,
      'It is off.',
      'attic',
      'A dark lamp',
      0,
    ],
    [
      ...([
        'lines',
        '@gemini.attic/session-1.jsonl',
        geminiLines,
        'It is off, said again.',
      ] as const),
      ...(['/home/ada/attic', 'Is the lamp on?', 1] as const),
    ],
  ])('reads Gemini as %s', async (_, path, text, last, project, title, malformed) => {
    const { needs, warnings } = open({ [path]: text });
    const { messages } = await searchMessages(needs, { ...search, q: 'I' });
    expect(messages.map(({ snippet }) => snippet)).toEqual(['Is the lamp on?', last]);
    expect(messages[0]).toMatchObject({ project_path: project, message_uuid: 'g1' });
    expect(warnings).toEqual(malformed === 0 ? [] : [{ file: path, lines: malformed }]);
    const [session] = await listSessions(needs);
    expect(session?.session).toMatchObject({ title, assistant: 'gemini', id: 'session-1' });
  });

  it('shows the tools of a message beside its text', async () => {
    const { needs } = open({ '@gemini.attic/session-1.json': geminiWhole });
    const range = { offset: 0, limit: 9, withText: true, withTools: true };
    const { messages } = await needs.transcripts.compute(messagePage, {
      ...range,
      path: '@gemini.attic/session-1.json',
    });
    expect(messages[1]).toMatchObject({
      text: 'It is off.',
      tools: 'read_file\nlamp.ts\nconst lamp = 1',
    });
  });
});

describe('the title of a session', () => {
  const first = (...entries: object[]) =>
    listSessions(open({ '-p/s.jsonl': jsonl(...entries) }).needs).then(
      ([one]) => one?.session.title,
    );

  it.each([
    ['its first prompt', [said('user', 'Fix\n the  lamp'), said('user', 'Later')], 'Fix the lamp'],
    [
      'not what the assistant put there',
      [
        said('user', '<command-name>/clear</command-name>'),
        said('user', 'Caveat: The messages below'),
        said('user', 'Notes', { isMeta: true }),
        said('assistant', 'Hello'),
        said('user', 'Fix it'),
      ],
      'Fix it',
    ],
    ['its summary', [said('user', 'Fix it'), { type: 'summary', summary: 'A lamp' }], 'A lamp'],
    ['its name', [{ type: 'custom-title', customTitle: 'Lamps' }, said('user', 'Fix it')], 'Lamps'],
    ['no more than a line', [said('user', 'x'.repeat(200))], `${'x'.repeat(99)}…`],
    ['nothing', [said('assistant', 'Hello')], null],
    // 60 characters of a key would be left, which nothing recognizes as one.
    [
      'without a secret',
      [said('user', `${'x '.repeat(40)}ghp_${'a1'.repeat(30)}`)],
      `${'x '.repeat(40)}***`,
    ],
  ])('is %s', async (_, entries, title) => {
    expect(await first(...entries)).toBe(title);
  });

  it('counts messages by day and project, the rest together', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const files = names.map((name, index) => {
      const more = { cwd: `/${name}`, timestamp: at(1) };
      const entries = Array.from({ length: 6 - index }, () => said('user', 'x', more));
      return [
        `-${name}/s.jsonl`,
        jsonl(...entries, said('user', 'old', { timestamp: '2020-01-01' })),
      ];
    });
    const use = await readUse(open(Object.fromEntries(files) as Record<string, string>).needs);
    expect(use.projects).toEqual(['a', 'b', 'c', 'd', 'others']);
    expect(use.days).toHaveLength(30);
    expect(use.days.filter(({ messages }) => messages.some(Boolean))).toEqual([
      { day: '2026-03-01', messages: [6, 5, 4, 3, 3] },
    ]);
  });
});

describe('malformed lines', () => {
  it('are counted the same whatever is looked for', async () => {
    const long = `{"type":"user","message":{"content":"${'lamp '.repeat(99)}`;
    const text = jsonl('no JSON', said('user', 'A lamp'), '[1]', '{"a":}', long, 'null');
    for (const q of ['lamp', 'JSON', 'nowhere']) {
      const { needs, warnings } = open({ '-p/s.jsonl': text });
      await searchMessages(needs, { ...search, q });
      expect([q, warnings]).toEqual([q, [{ file: '-p/s.jsonl', lines: 5 }]]);
      await listSessions(needs);
      const before = warnings.length;
      await searchMessages(needs, { ...search, q });
      expect(warnings.slice(before)).toEqual([{ file: '-p/s.jsonl', lines: 5 }]);
    }
  });
});
