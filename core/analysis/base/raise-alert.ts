import type { Platform } from '#core/platform/ports/platform.ts';
import type { Alert, AlertMessage, Delivery } from './alert-messages.ts';

// Part of every function, which may raise an alert: without the schemas.

export const alertQueue = 'analysis-alert';
export const cooldownMilliseconds = 300_000;

type Needs = Pick<Platform, 'queue'>;

export async function raiseAlert({ queue }: Needs, content: Omit<Alert, 'kind'>): Promise<void> {
  await send(queue, [{ kind: 'alert', ...content }]);
}

export async function sendMention({ queue }: Needs, job_id: string, comment: number) {
  await send(queue, [{ kind: 'mention', job_id, comment }]);
}

export async function sendNews({ queue }: Needs, job_id: string) {
  await send(queue, [{ kind: 'news', job_id }]);
}

export async function sendDigest({ queue }: Needs, day: string) {
  await send(queue, [{ kind: 'digest', day }]);
}

export async function sendDeliveries({ queue }: Needs, deliveries: readonly Delivery[]) {
  await send(queue, deliveries);
}

async function send(queue: Needs['queue'], messages: readonly AlertMessage[]): Promise<void> {
  await Promise.all(messages.map((message) => queue.send(alertQueue, JSON.stringify(message))));
}
