import { isFailure } from '#core/platform/failure.ts';
import { refreshAllowlist } from './allowlist/refresh-allowlist.ts';

/** Before the first delivery. A wrong configuration is logged and refuses deliveries, not the start:
 * it may be corrected without a restart. */
export async function prepareReceiving(
  needs: Parameters<typeof refreshAllowlist>[0],
): Promise<void> {
  try {
    await refreshAllowlist(needs);
  } catch (error) {
    if (!isFailure(error, 'configuration', 'bad_configuration')) throw error;
  }
}
