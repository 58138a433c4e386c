import type { Platform } from '#core/platform/ports/platform.ts';
import { raiseAlert } from '../base/raise-alert.ts';

interface Letter {
  readonly platform: Pick<Platform, 'queue'>;
  readonly queue: string;
  readonly id: string;
  readonly work: string;
  readonly error: string;
}

/** Alerts of a message that was given up. */
async function alertDeadLetter(letter: Letter): Promise<void> {
  const { platform, queue, id, work, error } = letter;
  const [job] = /\bjob_[\w-]+/.exec(work) ?? [];
  const [line = ''] = error.split('\n');
  await raiseAlert(platform, {
    event: 'dead_letter',
    subject: id,
    reason: `Dead letter in ${queue}: ${line}`,
    path: job === undefined ? '' : `/results/${job}`,
  });
}

/** For the jobs of the steps of an analysis. */
export const alertsOfDead = {
  died: alertDeadLetter,
  logFields: ({ run }: { readonly run: string }) => ({ job_id: run }),
};
