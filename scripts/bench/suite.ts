// A suite in a process of its own: what one leaves in memory slows none of the others.
import type { Line } from './line.ts';

const { lines } = (await import(`./${process.argv[2] ?? ''}.ts`)) as {
  lines: () => Promise<Line[]>;
};
process.send?.(await lines());
