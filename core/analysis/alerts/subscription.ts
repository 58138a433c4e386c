import * as z from 'zod/mini';
import { maxUrlLength, urlTooLong } from '#core/text/url.ts';

export const endpointBody = z.object({
  endpoint: z.string().check(z.maxLength(maxUrlLength, urlTooLong), z.startsWith('https://')),
});
/** PushSubscription.toJSON(). */
export const subscriptionBody = z.extend(endpointBody, {
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  expirationTime: z.optional(z.nullable(z.number())),
});
