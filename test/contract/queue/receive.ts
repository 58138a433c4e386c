import type { Message, Queue } from '#core/platform/ports/queue.ts';

/** Receives until `count` messages came, as one call may bring fewer than there are. */
export async function drain(queue: Queue, name: string, count: number): Promise<Message[]> {
  const met: Message[] = [];
  for (let tries = 0; met.length < count && tries < 20; tries += 1) {
    const max = Math.min(10, count - met.length);
    met.push(...(await queue.receive(name, { max, waitSeconds: 0 })));
  }
  return met;
}

export async function receiveOne(queue: Queue, name: string): Promise<Message> {
  const [message] = await drain(queue, name, 1);
  if (!message) throw new Error(`no message came out of ${name}`);
  return message;
}
