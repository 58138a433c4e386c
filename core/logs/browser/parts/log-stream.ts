import type { PlacedEntry } from '#core/platform/ports/logs.ts';

interface Gap {
  readonly from: number;
  readonly to: number;
}

export interface StreamState {
  readonly name: 'off' | 'connecting' | 'live' | 'waiting' | 'refused';
  /** Seconds until the next try. */
  readonly seconds?: number;
  /** Why the server refuses. */
  readonly reason?: string;
}

interface Options {
  /** With the cursor to resume after. */
  readonly url: () => string;
  readonly onEntries: (entries: readonly PlacedEntry[]) => void;
  /** The server left out entries for a slow client. */
  readonly onGap: (gap: Gap) => void;
  readonly onState: (state: StreamState) => void;
  readonly signal: AbortSignal;
}

const maxPauseMs = 30_000;
/** Entries are handed on together: a burst costs one update of the list. */
const togetherMs = 50;
/** API Gateway ends a connection that is silent for ten minutes. */
const keepAliveMs = 300_000;
/** The server closes with this status when it does not offer the stream. */
const policyViolation = 1008;

/** The live entries. It reconnects by itself. */
export function logStream({ url, onEntries, onGap, onState, signal }: Options) {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOn = false;
  const arrived: PlacedEntry[] = [];

  addEventListener('online', retry, { signal });
  signal.addEventListener('abort', stop);

  function start() {
    if (isOn) return;
    isOn = true;
    failures = 0;
    connect();
  }

  function stop() {
    isOn = false;
    disconnect();
    onState({ name: 'off' });
  }

  function disconnect() {
    clearTimeout(timer);
    const old = socket;
    socket = undefined;
    old?.close();
  }

  function connect() {
    disconnect();
    onState({ name: 'connecting' });
    const own = new WebSocket(url());
    socket = own;
    own.addEventListener('open', () => {
      if (own !== socket) return;
      failures = 0;
      onState({ name: 'live' });
      keepAlive(own);
    });
    own.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (own === socket) receive(data);
    });
    own.addEventListener('close', ({ code, reason }) => {
      if (own === socket) closed(code, reason);
    });
  }

  /** In the cloud the first message asks for what was missed: nothing can be sent before. */
  function keepAlive(own: WebSocket) {
    if (own !== socket) return;
    own.send('resume');
    setTimeout(() => keepAlive(own), keepAliveMs);
  }

  function closed(code: number, reason: string) {
    socket = undefined;
    if (code === policyViolation) {
      isOn = false;
      return onState({ name: 'refused', reason });
    }
    failures += 1;
    const pause = Math.min(1_000 * 2 ** (failures - 1), maxPauseMs);
    onState({ name: 'waiting', seconds: pause / 1_000 });
    timer = setTimeout(connect, pause);
  }

  function retry() {
    if (isOn && socket === undefined) connect();
  }

  function receive(text: string) {
    const message = JSON.parse(text) as PlacedEntry | PlacedEntry[] | { readonly gap: Gap };
    if ('gap' in message) return onGap(message.gap);
    const isWaiting = arrived.length > 0;
    arrived.push(...[message].flat());
    if (isWaiting) return;
    setTimeout(() => {
      onEntries(arrived.splice(0));
    }, togetherMs);
  }

  return { start, stop, retry, isOn: () => isOn };
}
