import { maskingOf } from '#core/logs/writing/masking.ts';
import { openDeliveryLog } from '#core/logs/writing/open-delivery-log.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readConfiguration } from '../../configuration/read-configuration.ts';
import { settingsOf } from '../../configuration/settings-of.ts';
import { scmFor } from '../../scm-for.ts';
import { evaluate } from './evaluate.ts';
import { evaluations } from './evaluations-table.ts';
import { delaySeconds, evaluationQueue, type EvaluationMessage } from './request-evaluation.ts';

type Needs = Pick<
  Platform,
  'blobs' | 'clock' | 'environment' | 'fetch' | 'home' | 'log' | 'logs' | 'queue' | 'records'
>;

/** Twice the pause after each look: 25 minutes in all. */
const mostLooks = 9;

/** Evaluates a pull request for all events since the last time. The steps are written to the log of the
 * delivery that asked first. Repeated: evaluates again, which changes nothing. */
export async function evaluateLater(
  needs: Needs,
  message: EvaluationMessage,
  signal: AbortSignal,
): Promise<void> {
  const { repository, number, delivery, looks } = message;
  // Before the host is asked: an event from now on asks for an evaluation of its own.
  await needs.records.delete(evaluations, { repository, number });
  const configuration = await readConfiguration(needs);
  const [, name = ''] = repository.split('/');
  const { log, flush, setLevel } = openDeliveryLog(
    needs,
    {
      ...{ id: delivery.id, event: delivery.event, action: undefined, repository },
      ...{ sender: delivery.sender ?? undefined, repositoryName: name },
      pull: { number, title: null, author: null },
    },
    { mask: maskingOf(needs.environment, configuration), textFile: configuration.logFile },
  );
  try {
    const settings = await settingsOf(needs, { fullName: repository, name });
    setLevel(settings.logLevel);
    const scm = scmFor(needs, settings, { signal });
    if ((await evaluate({ scm, settings, log }, number)) === 'unknown' && looks < mostLooks) {
      const next: EvaluationMessage = { ...message, looks: looks + 1 };
      const pause = { delaySeconds: delaySeconds * 2 ** looks };
      await needs.queue.send(evaluationQueue, JSON.stringify(next), pause);
    }
  } catch (error) {
    // The pull request or the repository's configuration is gone.
    if (!isFailure(error, 'missing')) throw error;
    log.warning(`Not evaluated: ${error.message}`);
  } finally {
    await flush();
  }
}
