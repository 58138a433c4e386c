import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const sessionBytes = 2_000_000;

/** Numbers that look random and are the same at every run. */
function numbers(): () => number {
  let state = 1;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) / 0x7f_ff_ff_ff;
}

const frequent = 'the of session error parser build config café user naïve test failed';
/** Each is in about the same number of texts. */
export const rare = Array.from(
  { length: 3_000 },
  (_, at) => `w${((at * 7_919) % 99_991).toString(36)}`,
);

/** Writes sessions of so many bytes: one part prose, four parts tool results. */
function writeSessions(folder: string, bytes: number): void {
  const random = numbers();
  const words = [...frequent.split(' '), ...rare];
  const prose = (length: number) => {
    let text = '';
    while (text.length < length) {
      const end = random() < 0.08 ? '\n' : random() < 0.02 ? ' "x" ' : ' ';
      text += words[Math.floor(random() ** 2 * words.length)] + end;
    }
    return text;
  };
  for (let written = 0, session = 0; written < bytes; session += 1) {
    const project = join(folder, `-home-ada-project${session % 12}`);
    mkdirSync(project, { recursive: true });
    const file = openSync(join(project, `session-${session}.jsonl`), 'w');
    let time = Date.UTC(2025, 0, 1) + session * 3_600_000;
    for (let size = 0; size < sessionBytes;) {
      time += 5_000;
      const line = `${JSON.stringify(entry(random(), prose, time, session))}\n`;
      writeSync(file, line);
      size += Buffer.byteLength(line);
      written += Buffer.byteLength(line);
    }
    closeSync(file);
  }
}

function entry(kind: number, prose: (length: number) => string, time: number, session: number) {
  const more = {
    ...{ uuid: `${session}-${time}`, timestamp: new Date(time).toISOString() },
    ...{ cwd: `/home/ada/project${session % 12}`, gitBranch: 'main', version: '2.0.1' },
  };
  const said = (type: string, content: unknown) => ({
    ...{ type, message: { role: type, content } },
    ...more,
  });
  if (kind < 0.2) return said('user', prose(200));
  if (kind < 0.5) return said('assistant', [{ type: 'text', text: prose(500) }]);
  if (kind < 0.75) {
    return said('assistant', [{ type: 'tool_use', name: 'Bash', input: { command: prose(100) } }]);
  }
  return said('user', [{ type: 'tool_result', content: prose(500 + kind * 8_000) }]);
}

if (import.meta.main) {
  const [, , folder = '', bytes] = process.argv;
  writeSessions(folder, Number(bytes));
}
