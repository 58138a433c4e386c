// The plain reading of the requirement: parse every line, compare code point by code point.

interface Found {
  readonly path: string;
  readonly line: number;
  readonly time: number | null;
  readonly hit: object;
}

type Entry = Record<string, unknown>;

export function lower(text: string): string {
  return [...text].map((point) => (point === 'İ' ? 'i' : point.toLowerCase())).join('');
}

function* entriesOf(files: ReadonlyMap<string, Buffer>, wanted: (path: string) => boolean) {
  for (const path of [...files.keys()].filter(wanted).sort()) {
    const lines = (files.get(path) ?? Buffer.alloc(0)).toString('utf8').split('\n');
    for (const [line, text] of lines.entries()) {
      try {
        const entry = JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
        if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue;
        yield { path, line, entry: entry as Entry };
      } catch {
        // Malformed.
      }
    }
  }
}

function timeIn({ timestamp }: Entry): number | null {
  if (typeof timestamp !== 'string' && typeof timestamp !== 'number') return null;
  const time = new Date(timestamp).getTime();
  return Number.isNaN(time) ? null : time;
}

function textIn({ message }: Entry): string {
  const content = (message as { content?: unknown } | null | undefined)?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const blocks = content as ({ type?: unknown; text?: unknown } | null)[];
  return blocks
    .filter((block) => block?.type === 'text' && typeof block.text === 'string')
    .map((block) => block?.text)
    .join('\n');
}

function inOrder(found: Found[], order: 'newest' | 'file', limit: number): object[] {
  const sorted = found.toSorted((one, other) => {
    const byPath = one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
    if (order === 'file') return byPath || one.line - other.line;
    const [a, b] = [one.time ?? -Infinity, other.time ?? -Infinity];
    if (a !== b) return a < b ? 1 : -1;
    return byPath || other.line - one.line;
  });
  return sorted.slice(0, limit).map(({ hit }) => hit);
}

export function naiveMessages(
  files: ReadonlyMap<string, Buffer>,
  { q, limit, order }: { q: string; limit: number; order: 'newest' | 'file' },
): object[] {
  const found: Found[] = [];
  const isSession = (path: string) => path.includes('/') && !path.includes('/.');
  const folders = new Map<string, string>();
  for (const { path, entry } of entriesOf(files, isSession)) {
    const { cwd } = entry;
    if (typeof cwd === 'string' && cwd !== '' && !folders.has(path)) folders.set(path, cwd);
  }
  for (const { path, line, entry } of entriesOf(files, isSession)) {
    const { type, uuid } = entry;
    if (type !== 'user' && type !== 'assistant') continue;
    const text = textIn(entry);
    const start = lower(text).indexOf(lower(q));
    if (start === -1) continue;
    const before = [...text.slice(0, start)];
    const after = [...text.slice(start + q.length)];
    const [folder = '', file = ''] = path.split('/');
    const time = timeIn(entry);
    const hit = {
      session_id: file.slice(0, -'.jsonl'.length),
      project_path: folders.get(path) ?? folder.split('--').join('/.').split('-').join('/'),
      message_uuid: typeof uuid === 'string' ? uuid : null,
      message_type: type,
      timestamp: time === null ? null : new Date(time).toISOString(),
      snippet: [
        before.length > 50 ? '...' : '',
        ...before.slice(-50),
        text.slice(start, start + q.length),
        ...after.slice(0, 50),
        after.length > 50 ? '...' : '',
      ].join(''),
    };
    found.push({ path, line, time, hit });
  }
  return inOrder(found, order, limit);
}

export function naiveHistory(
  files: ReadonlyMap<string, Buffer>,
  { q, limit, order }: { q: string; limit: number; order: 'newest' | 'file' },
): object[] {
  const found: Found[] = [];
  const isHistory = (path: string) => !path.includes('/') || path.includes('/.');
  for (const { path, line, entry } of entriesOf(files, isHistory)) {
    const { display, prompt, project, sessionId } = entry;
    const text = typeof display === 'string' ? display : prompt;
    if (typeof text !== 'string' || !lower(text).includes(lower(q))) continue;
    const time = timeIn(entry);
    const [folder = ''] = path.split('/');
    const hit = {
      project_path:
        typeof project === 'string' ? project : folder.split('--').join('/.').split('-').join('/'),
      prompt: text,
      timestamp: time === null ? null : new Date(time).toISOString(),
      session_id: typeof sessionId === 'string' ? sessionId : null,
    };
    found.push({ path, line, time, hit });
  }
  return inOrder(found, order, limit);
}

/** Every text that a search may look at. */
export function textsIn(files: ReadonlyMap<string, Buffer>): string[] {
  return [...entriesOf(files, () => true)]
    .flatMap(({ entry }) => [textIn(entry), entry['display'], entry['prompt']])
    .filter((text): text is string => typeof text === 'string' && text !== '');
}
