import type { PlacedEntry } from '#core/platform/ports/logs.ts';

/** `absent`: it was not accepted; `refused`: accepted and closed with a reason. */
export type StreamEnd =
  | { readonly kind: 'done' | 'lost' | 'absent' }
  | { readonly kind: 'refused'; readonly reason: string };

const policyViolation = 1008;

/** Entries after the cursor until the connection ends, or `onEntry` returns false. `gap`: the client
 * was too slow, and entries are missing. */
export function openStream(
  server: string,
  filters: URLSearchParams,
  after: number,
  onEntry: (entry: PlacedEntry | 'gap') => boolean,
): Promise<StreamEnd> {
  const query = new URLSearchParams([...filters, ['after', String(after)], ['together', 'true']]);
  const url = `${server.replace(/^http/, 'ws')}/logs/ws?${query.toString()}`;
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    let isOpen = false;
    let isDone = false;
    socket.addEventListener('open', () => (isOpen = true));
    socket.addEventListener('message', ({ data }) => {
      if (isDone) return;
      type Gap = { readonly gap: unknown };
      const message = JSON.parse(String(data)) as PlacedEntry | readonly PlacedEntry[] | Gap;
      const arrived = 'gap' in message ? (['gap'] as const) : [message].flat();
      isDone = !arrived.every(onEntry);
      if (isDone) socket.close();
    });
    // An error is followed by a close.
    socket.addEventListener('error', () => {});
    socket.addEventListener('close', ({ code, reason }) => {
      if (isDone) resolve({ kind: 'done' });
      else if (code === policyViolation) resolve({ kind: 'refused', reason });
      else resolve({ kind: isOpen ? 'lost' : 'absent' });
    });
  });
}
