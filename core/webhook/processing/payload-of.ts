import type { DeliveryMessage } from '../deliveries/message.ts';

/** The receiver has checked that the body is a JSON object; one of another origin may be empty. */
export function payloadOf({ body }: Pick<DeliveryMessage, 'body'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
