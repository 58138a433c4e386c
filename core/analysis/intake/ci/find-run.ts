import * as z from 'zod/mini';

export const workflowRun = z.object({
  id: z.int(),
  run_number: z.int(),
  status: z.nullable(z.string()),
  conclusion: z.nullable(z.string()),
  html_url: z.string(),
});
export type WorkflowRun = z.output<typeof workflowRun>;

const pageSize = 100;
/** Of pages: a server could name numbers without end. */
const mostLooks = 40;

/**
 * The run with a number. The API lists runs, the newest first, and knows no filter for their number:
 * the page follows from the difference to the newest, and is an earlier one when runs were deleted.
 */
export async function findRun(
  number: number,
  read: (page: number, size: number) => Promise<readonly WorkflowRun[]>,
): Promise<WorkflowRun | undefined> {
  if (number < 1) return undefined;
  let low = 0;
  let high = Infinity;
  let page = 1;
  for (let looks = 0; low < page && page < high && looks < mostLooks; looks += 1) {
    const runs = await read(page, pageSize);
    const [first, last] = [runs[0], runs.at(-1)];
    let guess = Math.floor((low + page) / 2);
    if (!first || !last || number > first.run_number) high = page;
    else if (number < last.run_number) {
      low = page;
      guess = page + Math.ceil((last.run_number - number) / pageSize);
    } else return runs.find(({ run_number }) => run_number === number);
    page = guess < high ? guess : Math.floor((low + high) / 2);
  }
  return undefined;
}
