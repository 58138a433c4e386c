import { deliveries, type DeliveryRow } from '#core/webhook/deliveries/tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { loadService, type LoadedService } from '#core/host/service/load-service.ts';
import { services } from '#functions/manifest.ts';
import { deliveryQueue } from '#core/webhook/deliveries/message.ts';

/** A stored delivery; the second is that of the minute in which it was received. */
export async function addDelivery(
  { records }: Pick<Platform, 'records'>,
  more: Partial<DeliveryRow> & { id: string },
): Promise<void> {
  await records.insert(deliveries, {
    ...{ repository: 'team/lamp', event: 'pull_request', action: 'opened', sender: 'ada' },
    ...{ pr_number: 7, received_at: '2026-03-01T11:00:00.000Z' },
    started_at: '2026-03-01T11:00:01.000Z',
    completed_at: '2026-03-01T11:00:03.500Z',
    ...{ state: 'success', error: null, token_spend: 3, signature: 'valid' },
    ...{ address: '192.0.2.1', headers: { 'x-github-event': 'pull_request' } },
    ...{ body_key: null, body: '{"action":"opened"}', message: 'm1', origin: 'hook' },
    ...{ replay_of: null, expires_at: '2026-06-01T00:00:00.000Z' },
    ...more,
  });
}

/** The webhook service without the job that processes deliveries: its messages stay. */
export async function unprocessed(): Promise<LoadedService> {
  const service = await loadService('webhook', services.webhook);
  const queue = { name: deliveryQueue, visibilitySeconds: 60, maxAttempts: 3, ordered: true };
  return {
    ...service,
    jobs: [],
    schedules: [],
    queues: [queue as LoadedService['queues'][number]],
  };
}

/** The messages that wait, in the order sent, as they would be processed. */
export async function waiting({ queue }: Pick<Platform, 'queue'>) {
  const found: Record<string, unknown>[] = [];
  for (;;) {
    const messages = await queue.receive(deliveryQueue, { max: 10, waitSeconds: 0 });
    if (messages.length === 0) return found;
    for (const message of messages) {
      const body = JSON.parse(await queue.open(message.body)) as Record<string, unknown>;
      found.push({ ...body, group: message.group });
      await queue.acknowledge(message);
    }
  }
}
