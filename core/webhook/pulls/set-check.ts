import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from './context.ts';
import { isConventional } from './own-labels.ts';
import type { Pull } from './pull.ts';
import { quoteAll } from './quote.ts';

export interface Check {
  readonly name: string;
  readonly state: 'queued' | 'running' | 'success' | 'failure';
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

type Context = Pick<HandlerContext, 'scm'>;

/** The host's limits. */
const maxTextLength = 65_000;
const maxDescriptionLength = 140;

const runs = z.object({
  check_runs: z.array(
    z.object({
      id: z.int(),
      status: z.string(),
      conclusion: z.nullable(z.string()),
      output: z.object({
        title: z.catch(z.nullable(z.string()), null),
        summary: z.catch(z.nullable(z.string()), null),
      }),
    }),
  ),
});
const statuses = z.object({
  statuses: z.array(
    z.object({
      context: z.string(),
      state: z.string(),
      description: z.catch(z.nullable(z.string()), null),
    }),
  ),
});

/**
 * Sets a check of ours on the newest commit. Only applications may create check runs: with a person's token
 * it is a commit status, which shows the title alone. `queued` says that a verdict is coming, and never
 * replaces one on the same commit; `running` does. Repeated: nothing happens. Gives which of the two it is.
 */
export async function setCheck(
  context: Context,
  pull: Pull,
  check: Check,
): Promise<'run' | 'status'> {
  try {
    await setRun(context, pull, check);
    return 'run';
  } catch (error) {
    if (!isFailure(error, 'upstream', 'forbidden')) throw error;
    await setStatus(context, pull, check);
    return 'status';
  }
}

async function setRun({ scm }: Context, { name, headSha }: Pull, check: Check): Promise<void> {
  const path = repositoryPath(name);
  const query = `check_name=${encodeURIComponent(check.name)}`;
  const findRun = async () => {
    const answer = await scm.json(`${path}/commits/${headSha}/check-runs?${query}`);
    return runs.safeParse(answer).data?.check_runs[0];
  };
  const run = await findRun();
  const summary = check.text.slice(0, maxTextLength).toWellFormed();
  const end: { readonly status: string; readonly conclusion?: string } =
    check.state === 'queued' || check.state === 'running'
      ? { status: check.state === 'queued' ? 'queued' : 'in_progress' }
      : { status: 'completed', conclusion: check.state };
  if (run?.status === 'completed' && check.state === 'queued') return;
  const isSame =
    run?.status === end.status &&
    run.conclusion === (end.conclusion ?? null) &&
    run.output.title === check.title &&
    run.output.summary === summary;
  if (isSame) return;
  const body = { ...end, output: { title: check.title, summary } };
  if (run) {
    await scm.call(`${path}/check-runs/${run.id}`, { method: 'PATCH', body });
  } else {
    const whole = { name: check.name, head_sha: headSha, ...body };
    await scm.call(`${path}/check-runs`, { method: 'POST', body: whole, look: findRun });
  }
}

async function setStatus({ scm }: Context, { name, headSha }: Pull, check: Check): Promise<void> {
  const path = repositoryPath(name);
  const answer = await scm.json(`${path}/commits/${headSha}/status?per_page=100`);
  const isComing = check.state === 'queued' || check.state === 'running';
  const state = isComing ? 'pending' : check.state;
  const description = check.title.slice(0, maxDescriptionLength).toWellFormed();
  const earlier = statuses
    .safeParse(answer)
    .data?.statuses.find((one) => one.context === check.name);
  if (earlier && earlier.state !== 'pending' && check.state === 'queued') return;
  if (earlier?.state === state && earlier.description === description) return;
  const body = { context: check.name, state, description };
  await scm.call(`${path}/statuses/${headSha}`, { method: 'POST', body, mayRepeat: true });
}

export const titleCheck = 'conventional-title';

/** Sets the check of the title where the repository asks for one. */
export async function checkTitle(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
): Promise<void> {
  const { conventionalTypes: types } = context.settings;
  if (!types) return;
  const isGood = isConventional(pull.title, context.settings);
  await setCheck(context, pull, {
    name: titleCheck,
    state: isGood ? 'success' : 'failure',
    title: isGood ? 'The title is conventional' : 'The title is not conventional',
    text: `A title is \`type: text\` or \`type(part): text\`. Types: ${quoteAll(types, 30)}.`,
  });
}
