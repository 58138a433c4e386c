import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { root } from './program/run.ts';

interface Budget {
  readonly name: string;
  readonly folders: readonly string[];
  /** More lines fail; lowered whenever a room gets lighter. */
  readonly max: number;
  /** Where the room is to arrive. */
  readonly goal: number;
}

const withWaysIn = (name: string) => [`core/${name}/`, `functions/${name}/`];

const shared = ['web', 'http', 'identity', 'jobs', 'runs', 'home', 'host', 'ai', 'scm', 'text'];

const budgets: readonly Budget[] = [
  // The transcript, budget and questions of an agent's session are the SDK's side of the agent service.
  { name: 'platform', folders: ['core/platform/'], max: 20_584, goal: 14_500 },
  // 660 for the formats of reports that real frameworks write, 50 for commands of the search.
  { name: 'analysis', folders: withWaysIn('analysis'), max: 24_707, goal: 16_000 },
  { name: 'docs', folders: withWaysIn('docs'), max: 13_696, goal: 10_500 },
  { name: 'webhook', folders: withWaysIn('webhook'), max: 9_136, goal: 5_800 },
  { name: 'logs', folders: withWaysIn('logs'), max: 4_635, goal: 3_300 },
  {
    name: 'sessions, review, agent',
    folders: ['sessions', 'review', 'agent'].flatMap(withWaysIn),
    // 900 for the transcript, budget, questions and pages of the agent service.
    max: 6_669,
    goal: 3_600,
  },
  {
    name: 'shared rooms',
    // 40 for commands of the search and the path that a CDN takes off.
    folders: shared.map((name) => `core/${name}/`),
    max: 17_501,
    goal: 14_500,
  },
  // 130 for the paths of all services on one router.
  { name: 'infra', folders: ['infra/'], max: 2_068, goal: 1_500 },
  { name: 'scripts', folders: ['scripts/'], max: 21_162, goal: 11_000 },
  { name: 'tests', folders: ['test/'], max: 81_798, goal: 57_000 },
];

export function countRooms() {
  const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '');
  return budgets.map(({ name, folders, max, goal }) => {
    const own = files.filter((file) => folders.some((folder) => file.startsWith(folder)));
    const lines = own.reduce((sum, file) => sum + linesOf(file), 0);
    return { name, lines, max, goal };
  });
}

if (import.meta.main) {
  const rows = countRooms();
  console.log(row('room', 'lines', 'max', 'goal'));
  for (const { name, lines, max, goal } of rows) {
    const text = row(name, ...[lines, max, goal].map((count) => count.toLocaleString('en')));
    console.log(lines > max ? styleText('red', `${text}  too many`) : text);
  }
  if (rows.some(({ lines, max }) => lines > max)) {
    console.log('Delete elsewhere in the room, or say in the commit why the budget rises.');
    process.exitCode = 1;
  }
}

function row(name: string, ...figures: readonly string[]): string {
  return name.padEnd(26) + figures.map((figure) => figure.padStart(10)).join('');
}

function linesOf(file: string): number {
  return readFileSync(`${root}${file}`, 'utf8').split('\n').length - 1;
}
