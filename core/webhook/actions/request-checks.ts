import * as z from 'zod/mini';
import { lowerAscii } from '#core/text/ascii.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { listVerdicts } from '../merging/verdicts.ts';
import type { Pull } from '../pulls/pull.ts';
import { setCheck } from '../pulls/set-check.ts';

export const checkQueue = 'webhook-checks';

export const checkMessage = z.object({
  repository: z.string(),
  number: z.int(),
  /** The commit to check. */
  sha: z.string(),
  /** The name of the check. */
  check: z.string(),
  /** The delivery whose log gets the step. */
  delivery: z.object({ id: z.string(), event: z.string(), sender: z.nullable(z.string()) }),
});

export type CheckMessage = z.output<typeof checkMessage>;

/** A member's word that the commits of a fork may run. */
export const okToTest = 'ok-to-test';

/**
 * Has checks of the configuration run on the newest commit: all, or those of the names. Those of a fork
 * wait for `/ok-to-test`, which is about one commit. Repeated by the same delivery: each runs once.
 */
export async function requestChecks(
  context: HandlerContext,
  pull: Pull,
  names?: readonly string[],
): Promise<{ readonly checks: readonly string[] }> {
  const { settings, delivery, platform, isDryRun } = context;
  const checks = settings.customChecks.filter(({ name }) => names?.includes(name) ?? true);
  const mayRun = checks.length === 0 || (await isTrusted(context, pull));
  for (const { name } of checks) {
    if (!mayRun) {
      const text = 'A member has to review the commits of this fork and comment `/ok-to-test`.';
      await setCheck(context, pull, {
        name,
        state: 'queued',
        title: 'Waits for /ok-to-test',
        text,
      });
      continue;
    }
    const text = 'The receiver runs it soon.';
    // A run that ended since the first attempt keeps its verdict: the message is not sent twice.
    const state = delivery.isRepeated ? 'queued' : 'running';
    await setCheck(context, pull, { name, state, title: 'Running', text });
    if (isDryRun) continue;
    const { id, event, sender = null } = delivery;
    const message: CheckMessage = {
      repository: settings.fullName,
      number: pull.number,
      sha: pull.headSha,
      check: name,
      delivery: { id, event, sender },
    };
    await platform.queue.send(checkQueue, JSON.stringify(message));
  }
  return { checks: mayRun ? checks.map(({ name }) => name) : [] };
}

type Context = Pick<HandlerContext, 'settings' | 'platform'>;

/** Only who may push makes branches in the repository. */
export async function isTrusted(context: Context, pull: Pull): Promise<boolean> {
  if (lowerAscii(pull.headRepository ?? '') === lowerAscii(context.settings.fullName)) return true;
  const verdicts = await listVerdicts(context, pull);
  return verdicts.some(({ verdict, sha }) => verdict === okToTest && sha === pull.headSha);
}
