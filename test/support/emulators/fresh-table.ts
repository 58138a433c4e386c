import { ensureTable } from '../../../scripts/emulators/ensure-table.ts';
import type { OnBackend } from './on-backend.ts';

/** The name of an empty DynamoDB table. */
export async function freshTable(on: OnBackend): Promise<string> {
  const table = on.unique();
  await ensureTable(await on.clients().dynamodb(), table);
  return table;
}
