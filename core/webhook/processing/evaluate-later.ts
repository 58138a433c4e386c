import { isFailure } from '#core/platform/failure.ts';
import { isOutage } from '#core/scm/refusal.ts';
import { scmFor } from '../configuration/scm-for.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import {
  delaySeconds,
  type EvaluationMessage,
  evaluationQueue,
  evaluations,
} from '../merging/request-evaluation.ts';
import { deliveryLogOf, type ProcessingNeeds } from './delivery-log-of.ts';

/** Twice the pause after each look: 25 minutes in all. */
const maxLooks = 9;
/** After an outage; a queue delays by 15 minutes at most. */
const pausesSeconds = [60, 300, ...Array.from({ length: 10 }, () => 900)];

/** Evaluates a pull request for all events since the last time. The steps are written to the log of the
 * delivery that asked first. Repeated: evaluates again, which changes nothing. */
export async function evaluateLater(
  needs: ProcessingNeeds,
  message: EvaluationMessage,
  signal: AbortSignal,
): Promise<void> {
  const { repository, number, delivery, looks } = message;
  // Before the host is asked: an event from now on asks for an evaluation of its own.
  await needs.records.delete(evaluations, { repository, number });
  const [, name = ''] = repository.split('/');
  const { log, flush, setLevel } = await deliveryLogOf(
    needs,
    { id: delivery.id, event: delivery.event, repository, repository_name: name },
    {
      action: undefined,
      sender: delivery.sender ?? undefined,
      pull: { number, title: null, author: null },
      isEvaluation: true,
    },
  );
  try {
    const settings = await settingsOf(needs, repository);
    setLevel(settings.logLevel);
    const scm = scmFor(needs, settings, { signal });
    // With the YAML parser: the function starts without it.
    const { evaluate } = await import('../merging/evaluate.ts');
    if (
      (await evaluate({ scm, settings, log, platform: needs }, number)).outcome === 'unknown' &&
      looks < maxLooks
    ) {
      const next: EvaluationMessage = { ...message, looks: looks + 1 };
      const pause = { delaySeconds: delaySeconds * 2 ** looks };
      await needs.queue.send(evaluationQueue, JSON.stringify(next), pause);
    }
  } catch (error) {
    const pause = pausesSeconds[message.outages];
    if (isOutage(error) && pause !== undefined) {
      log.warning(`Not evaluated, tried again in ${pause} s: ${(error as Error).message}`);
      const next: EvaluationMessage = { ...message, outages: message.outages + 1 };
      await needs.queue.send(evaluationQueue, JSON.stringify(next), { delaySeconds: pause });
      return;
    }
    if (isFailure(error)) log.warning(`Not evaluated: ${error.message}`);
    // Otherwise the pull request or the repository's configuration is gone.
    if (!isFailure(error, 'missing')) throw error;
  } finally {
    await flush();
  }
}
