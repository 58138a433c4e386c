import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from './random.ts';

const sessionBytes = 2_000_000;
const frequent = 'the of session error parser build config café user naïve test failed'.split(' ');
/** Each is in about the same number of texts. */
export const rare = Array.from(
  { length: 3_000 },
  (_, at) => `w${((at * 7_919) % 99_991).toString(36)}`,
);

/** Writes sessions of so many bytes: one part prose, four parts tool results. */
function writeSessions(folder: string, bytes: number): void {
  const random = randomNumbers();
  const words = [...frequent, ...rare];
  const prose = (length: number) => {
    let text = '';
    while (text.length < length) {
      const end = random() < 0.08 ? '\n' : random() < 0.02 ? ' "x" ' : ' ';
      text += words[Math.floor(random() ** 2 * words.length)] + end;
    }
    return text;
  };
  for (let session = 0; session * sessionBytes < bytes; session += 1) {
    const project = join(folder, `-home-ada-project${session % 12}`);
    mkdirSync(project, { recursive: true });
    const lines: string[] = [];
    let time = Date.UTC(2025, 0, 1) + session * 3_600_000;
    for (let length = 0; length < sessionBytes; length += lines.at(-1)?.length ?? 0) {
      time += 5_000;
      const [role, content] = contentFor(random(), prose);
      const at = { uuid: `${session}-${time}`, timestamp: new Date(time).toISOString() };
      const from = { cwd: `/home/ada/project${session % 12}`, gitBranch: 'main', version: '2.0.1' };
      const entry = { type: role, message: { role, content }, ...at, ...from };
      lines.push(`${JSON.stringify(entry)}\n`);
    }
    appendFileSync(join(project, `session-${session}.jsonl`), lines.join(''));
  }
}

function contentFor(kind: number, prose: (length: number) => string): [string, unknown] {
  if (kind < 0.2) return ['user', prose(200)];
  if (kind < 0.5) return ['assistant', [{ type: 'text', text: prose(500) }]];
  if (kind >= 0.75) return ['user', [{ type: 'tool_result', content: prose(500 + kind * 8_000) }]];
  return ['assistant', [{ type: 'tool_use', name: 'Bash', input: { command: prose(100) } }]];
}

if (import.meta.main) writeSessions(process.argv[2] ?? '', Number(process.argv[3]));
