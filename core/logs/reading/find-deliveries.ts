import type { Platform } from '#core/platform/ports/platform.ts';
import { maxMatches, type Match, shortText } from '#core/web/overview.ts';
import { visibleText } from '../text/visible-text.ts';
import { deliveryUrl, pullUrl } from '../pages/page-query.ts';

const maxRead = 100;
const budgetMilliseconds = 1_500;

/** Pull requests and deliveries with the text in their line of the log, the newest first. */
export async function findDeliveries(
  { logs }: Pick<Platform, 'logs'>,
  search: string,
): Promise<Match[]> {
  const where = { search, level: 'COMPLETED' };
  const { entries } = await logs.search({ where }, { limit: maxRead, budgetMilliseconds });
  const pulls = new Map<string, Match>();
  const deliveries: Match[] = [];
  for (const { repository, pr_number, hook_id, message, timestamp } of entries) {
    const hint = timestamp.slice(0, 16).replace('T', ' ');
    if (repository !== null && pr_number !== null) {
      const name = `${repository}#${pr_number}`;
      const path = pullUrl(pr_number, repository);
      if (!pulls.has(name)) pulls.set(name, { kind: 'pull', text: shortText(name), hint, path });
    }
    if (hook_id === null) continue;
    const text = shortText(visibleText(message));
    deliveries.push({ kind: 'delivery', text, hint, path: deliveryUrl(hook_id) });
  }
  return [...[...pulls.values()].slice(0, maxMatches), ...deliveries.slice(0, maxMatches)];
}
