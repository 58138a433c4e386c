// What a rollout costs, as docs/deploy.md shows it: node scripts/rollout/cost.ts [--write]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from '../program/main.ts';
import { markdownTable, partIn, withPart } from '../program/markdown-table.ts';
import { root } from '../program/run.ts';
import { part as rolloutPart } from './table.ts';

/** The table of docs/deploy.md. */
export const part = 'cost table';

/** List prices of us-east-1 in US dollars, without those of the first year of an account. */
const prices = {
  asOf: '2026-11-20',
  sqsMillion: 0.4,
  sqsFreeMillions: 1,
  alarm: 0.1,
  freeAlarms: 10,
  lambdaMillion: 0.2,
  gatewayMillion: 1,
  armGbSecond: 0.0000133334,
  x86GbSecond: 0.0000166667,
  vcpuHour: 0.04048,
  gbHour: 0.004445,
  addressHour: 0.005,
};

/** As in infra/container-service.ts and infra/worker-task.ts. */
export const sizes = { agent: { vcpu: 0.25, gb: 2 }, task: { vcpu: 1, gb: 4 } };

const monthHours = 730;
/** Lambda asks each queue with five connections, which wait for 20 seconds. */
const asksPerMonth = 5 * 3 * 60 * 24 * 30;
const workerGb = 2;
const generation = { plan: 180, page: 80, pages: 36, render: 20, stored: 0.005 };

/** A markdown table, computed from the counts in the table of what a rollout makes. */
export function costTable(rolloutTable: string): string {
  const queues = countIn(rolloutTable, 'queue, dead letters included');
  const alarms = countIn(rolloutTable, 'alarm');
  const millions = (queues * asksPerMonth) / 1e6 - prices.sqsFreeMillions;
  const asking = Math.max(0, millions) * prices.sqsMillion;
  const watching = Math.max(0, alarms - prices.freeAlarms) * prices.alarm;
  const agent = monthHours * (hour(sizes.agent) + prices.addressHour);
  const { plan, page, pages, render, stored } = generation;
  const seconds = plan + pages * page + render;
  const work = seconds * workerGb * prices.x86GbSecond;
  const taskSeconds = seconds + 60 * (pages + 2);
  const tasks = (taskSeconds / 3600) * hour(sizes.task);
  const calls = (each: number) =>
    1_000 * each * prices.armGbSecond + (prices.lambdaMillion + prices.gatewayMillion) / 1_000;
  return markdownTable(
    [`list prices of ${prices.asOf}, us-east-1`, 'US dollars'],
    [
      [`idle, a month: ${queues} queues, asked 15 times a minute each`, dollars(asking)],
      [
        `idle, a month: ${alarms} alarms, of which ${prices.freeAlarms} are free`,
        dollars(watching),
      ],
      ['idle, a month: all of it', `**${dollars(asking + watching)}**`],
      ['image in the registry, and restore points, a GB and month', '0.10, 0.20'],
      ['with `agent: true`: a container all day, a month', `${dollars(agent)} more`],
      ['1,000 requests of 100 ms', dollars(calls(0.1), 4)],
      ['1,000 function jobs of 5 s', dollars(calls(5))],
      [`one generation of ${pages} pages: ${seconds} s of the worker`, dollars(work + stored)],
      ['the same as tasks, which take a minute to start', dollars(tasks + stored)],
    ],
  );
}

function hour({ vcpu, gb }: { readonly vcpu: number; readonly gb: number }): number {
  return vcpu * prices.vcpuHour + gb * prices.gbHour;
}

function dollars(amount: number, digits = 2): string {
  return amount.toFixed(digits);
}

/** The sum of a row. */
function countIn(table: string, name: string): number {
  const cells = table
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, first]) => first === name);
  if (!cells) throw new Error(`The table of docs/deploy.md has no row ${name}`);
  return cells.slice(2).reduce((sum, cell) => sum + Number(cell), 0);
}

if (import.meta.main) {
  await main(async () => {
    const file = join(root, 'docs/deploy.md');
    const page = await readFile(file, 'utf8');
    const table = costTable(partIn(page, rolloutPart) ?? '');
    if (!process.argv.includes('--write')) return console.log(table);
    await writeFile(file, withPart(page, part, table));
  });
}
