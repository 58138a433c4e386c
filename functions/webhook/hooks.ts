import { onEvent } from '#core/jobs/on-event.ts';
import { repairHooks } from '#core/webhook/upkeep/hooks.ts';
import { tellPermissions } from '#core/webhook/upkeep/permissions.ts';

/** Says which permissions are missing, and creates or corrects our hooks on the code host. */
export const handler = onEvent(async (platform, _event, signal) => {
  await tellPermissions(platform, signal);
  await repairHooks(platform, signal);
});
