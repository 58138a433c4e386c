import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { count } from '#core/text/count.ts';
import { maxRecent, type Overview, shortText } from '#core/web/overview.ts';
import { type ConfigurationNeeds, readConfiguration } from '../configuration/read-configuration.ts';
import { listDeliveries } from '../deliveries/read-deliveries.ts';

const maxCounted = 200;
const weekMs = 7 * 24 * 3_600_000;

/** The latest deliveries, those of the last seven days that failed, and a configuration that cannot be
 * used. */
export async function receiverOverview(
  needs: ConfigurationNeeds & Pick<Platform, 'records'>,
): Promise<Overview> {
  const [latest, failed, partial, problem] = await Promise.all([
    listDeliveries(needs, { limit: maxRecent }),
    listDeliveries(needs, { limit: maxCounted, state: 'failed' }),
    listDeliveries(needs, { limit: maxCounted, state: 'partial' }),
    problemOf(needs),
  ]);
  const since = new Date(needs.clock.now().getTime() - weekMs).toISOString();
  const recentOf = ({ deliveries }: typeof latest) =>
    deliveries.filter(({ received_at }) => received_at >= since).length;
  const path = '/logs/deliveries';
  const kinds = [
    { amount: recentOf(failed), text: 'failed', path: `${path}?state=failed` },
    { amount: recentOf(partial), text: 'failed in part', path: `${path}?state=partial` },
  ];
  return {
    recent: latest.deliveries.map((row) => ({
      at: row.received_at,
      text: shortText(textOf(row)),
      path: `${path}/${encodeURIComponent(row.id)}`,
      ...(['failed', 'partial'].includes(row.state) && { state: 'failed' as const }),
      ...(['processing', 'waiting'].includes(row.state) && { state: 'running' as const }),
    })),
    needs: [
      ...(problem === undefined || problem.isMissing ? [] : [{ text: shortText(problem.text) }]),
      ...kinds.flatMap(({ amount, text, path }) =>
        amount === 0 ? [] : [{ text: `${deliveries(amount)} ${text} in the last 7 days`, path }],
      ),
    ],
    steps: [
      { text: 'Add a repository and a secret to config.yaml', isDone: problem === undefined },
      { text: 'Receive a delivery', isDone: latest.deliveries.length > 0, path },
    ],
  };
}

const deliveries = (amount: number) => count(amount, 'delivery', 'deliveries');

async function problemOf(needs: ConfigurationNeeds) {
  try {
    await readConfiguration(needs);
    return undefined;
  } catch (error) {
    if (!isFailure(error, 'configuration')) throw error;
    return { text: error.message, isMissing: error.code === 'no_configuration' };
  }
}

type Row = Awaited<ReturnType<typeof listDeliveries>>['deliveries'][number];

function textOf({ event, action, repository, pr_number, sender }: Row): string {
  const what = [event, action]
    .filter((word) => word !== null)
    .join(' ')
    .replaceAll('_', ' ');
  const place = pr_number === null ? repository : `${repository}#${pr_number}`;
  return `${place}: ${what}${sender === null ? '' : ` by ${sender}`}`;
}
