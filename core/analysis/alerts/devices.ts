import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { adminName, type Caller } from '#core/identity/rules.ts';
import { listUsers } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { ownerOf } from '../people/user-tokens.ts';
import { devices, type Device } from '../base/tables/alert-tables.ts';
import type { subscriptionBody } from './subscription.ts';

type Needs = Pick<Platform, 'records'>;

const maxDevices = 10;
const maxLabelLength = 200;

/** Subscribes a browser to the caller's messages; another user's subscription of it ends. Beyond ten
 * browsers the oldest ones are removed. Repeated: nothing. */
export async function subscribe(
  needs: Needs & Pick<Platform, 'push' | 'clock'>,
  caller: Caller,
  { endpoint, keys }: z.output<typeof subscriptionBody>,
  browser: string,
): Promise<void> {
  const { records, push, clock } = needs;
  await push.check({ endpoint, keys });
  const owner = ownerOf(caller);
  await records.put(devices, {
    id: idOf(endpoint),
    owner,
    name: caller.username.toLowerCase(),
    endpoint,
    ...keys,
    label: labelOf(browser),
    created_at: clock.now().toISOString(),
  });
  const mine = await devicesOf(needs, { owner });
  await Promise.all(mine.slice(maxDevices).map(({ id }) => records.delete(devices, { id })));
}

/** False: the caller has no such browser. */
export async function unsubscribe(
  { records }: Needs,
  caller: Caller,
  id: string,
): Promise<boolean> {
  const row = await records.get(devices, { id });
  if (row?.owner !== ownerOf(caller)) return false;
  return records.delete(devices, { id });
}

export function idOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex');
}

/** The newest first. */
export async function devicesOf(
  { records }: Needs,
  where: { readonly owner: string } | { readonly name: string },
): Promise<readonly Device[]> {
  const index = 'owner' in where ? 'by_owner' : 'by_name';
  const { rows } = await records.list(devices, { index, where, order: 'descending', limit: 100 });
  return rows;
}

/** Only of those who have proven that they are administrators, and still are. */
export async function devicesOfAdmins(needs: Needs): Promise<string[]> {
  const users = (await listUsers(needs)).filter(({ role }) => role === 'admin');
  const owners = [adminName, ...users.map(({ id }) => `user:${id}`)];
  const lists = await Promise.all(owners.map((owner) => devicesOf(needs, { owner })));
  return lists.flat().map(({ id }) => id);
}

export async function devicesOfNames(needs: Needs, names: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(names.map((name) => devicesOf(needs, { name })));
  return lists.flatMap((list) => list.slice(0, maxDevices)).map(({ id }) => id);
}

/** `Firefox on Linux`. */
function labelOf(agent: string): string {
  const name = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((each) => agent.includes(each));
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const system = /Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux/.exec(agent)?.[0];
  if (name === undefined) return agent.slice(0, maxLabelLength) || 'Unknown browser';
  return `${names[name] ?? name}${system === undefined ? '' : ` on ${system}`}`;
}
