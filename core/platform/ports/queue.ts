export interface QueueDefinition {
  readonly name: string;
  /** A received message stays hidden for this time unless it is extended; at most 43,200. */
  readonly visibilitySeconds: number;
  /** Deliveries after which an unanswered message moves to `<name>-dead`. */
  readonly maxAttempts: number;
  /**
   * Every message belongs to a group, and those of one group are delivered one at a time, in the
   * order sent: one that is hidden, delayed by a release or retried holds back the rest of its group
   * until it is acknowledged or a dead letter. The dead letter queue is ordered too.
   */
  readonly ordered?: true;
}

export interface Message {
  readonly queue: string;
  /** The same on every delivery of one send. */
  readonly id: string;
  /** For acknowledge, release and extend; a new one with each delivery. */
  readonly receipt: string;
  /** As sent, or a claim check: pass it through open(). */
  readonly body: string;
  /** 1 on the first delivery. */
  readonly attempts: number;
  readonly sentAt: Date;
  /** In an ordered queue; what is sent with it again joins the same group. Undefined: the queue has
   * none. */
  readonly group: string | undefined;
}

export interface SendOptions {
  /** 0 to 900 s; not in an ordered queue. */
  readonly delaySeconds?: number;
  /** Needed in an ordered queue, refused in others. */
  readonly group?: string | undefined;
}

/** Durable work, delivered at least once, in no guaranteed order unless the queue is ordered. Text of
 * any size: more than 1 MiB is sent as a claim check. An undefined queue is Failure('missing',
 * 'no_queue'). */
export interface Queue {
  /** Durable when it resolves. Repeated: a second message. Wrong options: 'invalid'. */
  send(queue: string, body: string, options?: SendOptions): Promise<{ id: string }>;

  /** Up to `max` (1 to 10) messages, on AWS one of an ordered queue, each hidden for the queue's
   * visibility time. None within `waitSeconds` (0 to 20): an empty list. Stops waiting early when the
   * signal aborts. */
  receive(
    queue: string,
    options: { max: number; waitSeconds: number; signal?: AbortSignal },
  ): Promise<readonly Message[]>;

  /** The text that was sent. A claim check without its blob: Failure('missing', 'no_body'). */
  open(body: string): Promise<string>;

  /** The message is done and will not be delivered again. Repeated, or a stale receipt: nothing
   * happens. */
  acknowledge(message: Pick<Message, 'queue' | 'receipt' | 'body'>): Promise<void>;

  /** The message is delivered again after the delay (0 to 43,200 s). Stale receipt: nothing
   * happens. */
  release(message: Pick<Message, 'queue' | 'receipt'>, delaySeconds: number): Promise<void>;

  /** Keeps the message hidden for so many seconds from now. Stale receipt: false. */
  extend(message: Pick<Message, 'queue' | 'receipt'>, seconds: number): Promise<boolean>;

  /** Approximate on AWS, exact on a laptop. */
  depth(queue: string): Promise<{ waiting: number; delayed: number; inFlight: number }>;

  close(): Promise<void>;
}
