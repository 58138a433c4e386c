// A process that runs a program with `keep`, prints its end, releases nothing and waits to be
// killed.
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { keptPrograms } from '#core/platform/adapters/local/programs/kept-programs.ts';
import type { ProgramRun } from '#core/platform/ports/programs/programs.ts';

const [directory = '', run = ''] = process.argv.slice(2);
const { end, code } = await keptPrograms({ directory, clock: systemClock() }).run(
  JSON.parse(run) as ProgramRun,
);
process.stdout.write(`${end} ${code}\n`);
setInterval(() => {}, 1_000_000);
