import type { JobStatus } from '#core/analysis/base/schema/result.ts';
import { paint, type Shell } from '../line/shell.ts';

const colours: Readonly<Record<JobStatus, Parameters<typeof paint>[1]>> = {
  completed: 'green',
  failed: 'red',
  running: 'cyan',
  waiting: 'yellow',
  pending: 'dim',
};

/** Colours the status of an analysis in a column of a table. */
export function statusPaint({ stdout }: Shell, at: number) {
  return (text: string, cell: string, column: number) =>
    column === at && Object.hasOwn(colours, cell)
      ? paint(stdout, colours[cell as JobStatus], text)
      : text;
}
