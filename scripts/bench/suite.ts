// Each suite runs in its own process, so that its memory does not slow down the others.
import type { Line } from './line.ts';

const { lines } = (await import(`./${process.argv[2] ?? ''}.ts`)) as {
  lines: () => Promise<Line[]>;
};
process.send?.(await lines());
