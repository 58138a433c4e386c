export interface NewMessage {
  readonly id: string;
  readonly queue: string;
  readonly body: string;
  readonly now: number;
  readonly delay: number;
  readonly group: string | undefined;
}

export interface Claim {
  readonly queue: string;
  readonly now: number;
  readonly visibility: number;
  readonly maxAttempts: number;
  readonly max: number;
  /** Each message's receipt is its id, a dot and this. */
  readonly token: string;
}

export interface Claimed {
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
  readonly sent_at: number;
  readonly message_group: string | null;
  readonly receipt: string;
}

export interface Removed {
  /** The start of it. */
  readonly body: string;
  /** The next message of its group can be delivered. */
  readonly isFollowed: boolean;
}

export interface Hold {
  readonly queue: string;
  readonly receipt: string;
  readonly now: number;
  readonly hidden: number;
}

type Awaitable<Value> = Value | Promise<Value>;

/** What a home's table of messages does. Times are milliseconds since 1970. */
export interface QueueStore {
  /** Makes the table at the first use. */
  ready(): Promise<void>;
  add(message: NewMessage): Promise<void>;
  /** False: claim() would find nothing. */
  hasDue(queue: string, now: number): Awaitable<boolean>;
  /** When the next message becomes visible, of those that are not yet, and how long it is hidden. */
  nextDue(
    queue: string,
    now: number,
  ): Awaitable<{ readonly due: number; readonly hiddenFor: number } | undefined>;
  /** When the next message of the queue becomes a dead letter; past: it was not moved yet. */
  nextDead(queue: string): Awaitable<number | undefined>;
  /** Moves messages that had their last delivery to the dead letters, where the count starts at 0. */
  moveDead(queue: string, now: number): Promise<number>;
  /** Hides up to `max` visible messages under new receipts. */
  claim(claim: Claim): Promise<readonly Claimed[]>;
  /** Undefined: the receipt was not the message's last one. */
  remove(queue: string, receipt: string): Promise<Removed | undefined>;
  /** Hides a message for so long from now. True when the receipt is its latest and has not expired. */
  hold(hold: Hold): Promise<boolean>;
  /** As hold(), and the receipt ends. */
  release(hold: Hold): Promise<boolean>;
  /** Nothing stays hidden for longer from now than it was meant to. */
  shorten(now: number): Promise<unknown>;
  count(
    queue: string,
    now: number,
  ): Awaitable<{ waiting: number; delayed: number; inFlight: number }>;
  settled(): Promise<void>;
}

/** The id in a receipt. */
export function idOf(receipt: string): string {
  return receipt.slice(0, Math.max(0, receipt.indexOf('.')));
}
