import * as z from 'zod/mini';

// The first line of every prompt of ours is the task as JSON. A model reads it as text; the offline
// writer and the scripted AI of the tests parse it. Only the first line counts: text that a prompt
// quotes from a repository cannot be a task.

const pageName = z.looseObject({ slug: z.string(), title: z.string() });

export const uncommitted = z.object({
  commit: z.string(),
  /** Files, and folders with `/` at their end. */
  absent: z.array(z.string()),
  changed: z.array(z.string()),
});
/** What of a folder differs from its commit. */
export type Uncommitted = z.output<typeof uncommitted>;

const task = z.discriminatedUnion('kind', [
  /** Asks for the documentation plan as JSON. */
  z.looseObject({
    kind: z.literal('plan'),
    project: z.optional(z.string()),
    uncommitted: z.optional(uncommitted),
  }),
  /** Asks for one page as markdown. `pages`: all pages of the plan, to link to. */
  z.looseObject({
    kind: z.literal('page'),
    project: z.optional(z.string()),
    slug: z.string(),
    title: z.string(),
    description: z._default(z.string(), ''),
    pages: z._default(z.array(pageName), []),
    uncommitted: z.optional(uncommitted),
  }),
  /** Asks why tests or a build failed, as JSON. `error`, `stack` and `console` as the analysis
   * service has them. */
  z.looseObject({
    kind: z.literal('explain'),
    tests: z._default(z.array(z.string()), []),
    error: z._default(z.string(), ''),
    stack: z._default(z.string(), ''),
    console: z._default(z.string(), ''),
  }),
  /** Asks for the title and text of an issue about a failure, as JSON. */
  z.looseObject({ kind: z.literal('issue') }),
  /** Asks a person's question about a failure, as JSON. */
  z.looseObject({ kind: z.literal('question') }),
  /** Asks for comments on a pull request, as JSON. */
  z.looseObject({ kind: z.literal('review') }),
]);

export type Task = z.output<typeof task>;
export type PageTask = Extract<Task, { kind: 'page' }>;
export type ExplainTask = Extract<Task, { kind: 'explain' }>;

const label = 'Task: ';

export function taskLine(input: z.input<typeof task>): string {
  return `${label}${JSON.stringify(input)}\n`;
}

/** Undefined: the prompt does not begin with a task of a kind listed above. */
export function readTask(prompt: string): Task | undefined {
  if (!prompt.startsWith(label)) return undefined;
  const end = prompt.indexOf('\n');
  try {
    const line = prompt.slice(label.length, end === -1 ? undefined : end);
    return task.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
