import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { alertEvents } from '../alert-events.ts';

const lastAlert = z.object({
  event: z.enum(alertEvents),
  /** The work that sent it: when it is repeated, it goes on. */
  work: z.string(),
  reason: z.string(),
  sent_at: z.string(),
});

/** The last alert of each event, for the cooldown. */
export const lastAlerts = table({
  name: 'analysis_alerts',
  version: 1,
  columns: lastAlert,
  key: ['event'],
});

const device = z.object({
  /** SHA-256 of the endpoint. */
  id: z.string(),
  /** See ownerOf() in user-tokens.ts. */
  owner: z.string(),
  /** The owner's name in lower case, for mentions. */
  name: z.string(),
  /** Anyone who has it can push to the browser. */
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  /** Browser and system, as the browser says. */
  label: z.string(),
  created_at: z.string(),
});
export type Device = z.output<typeof device>;

/** Browsers that are subscribed to web push. */
export const devices = table({
  name: 'analysis_devices',
  version: 1,
  columns: device,
  key: ['id'],
  indexes: {
    by_owner: { equal: ['owner'], order: 'created_at' },
    by_name: { equal: ['name'], order: 'created_at' },
  },
});

export const alertTables = [lastAlerts, devices];
