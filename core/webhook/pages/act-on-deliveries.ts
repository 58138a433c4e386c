import { deliveryUrl } from '#core/logs/pages/page-query.ts';
import { Failure } from '#core/platform/failure.ts';
import { replayDelivery, replayMany, type ReplayNeeds } from '../deliveries/replay.ts';
import { maxReplayed } from '../deliveries/views.ts';
import { selectedIds } from './replay-question.ts';

type Fields = Readonly<Record<string, string>>;

/** The form of a delivery's page: replay and dry run. */
export async function actOnDelivery(needs: ReplayNeeds, id: string, fields: Fields) {
  const { repository, task } = fields;
  const options = { repository, isDryRun: isDryRun(task) };
  const data = await replayDelivery(needs, id, options);
  return { data, path: deliveryUrl(data.delivery_id) };
}

/** The form of the list. */
export async function actOnDeliveries(needs: ReplayNeeds, fields: Fields) {
  const ids = selectedIds(fields);
  if (ids.length === 0 || ids.length > maxReplayed) {
    const message = `Select 1 to ${maxReplayed} deliveries first`;
    throw new Failure('unprocessable', 'nothing_selected', message);
  }
  const { replayed, failed } = await replayMany(needs, { ids, dry_run: isDryRun(fields['task']) });
  const data = { replayed: replayed.length, failed: failed.length };
  return { data, path: `/logs/deliveries?replayed=${data.replayed}&failed=${data.failed}` };
}

function isDryRun(task: string | undefined): boolean {
  if (task === 'replay' || task === 'dry-run') return task === 'dry-run';
  throw new Failure('unprocessable', 'bad_task', 'task must be replay or dry-run');
}
