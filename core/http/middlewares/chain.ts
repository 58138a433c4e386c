import middy from '@middy/core';

/** A call on its way through a chain. No other call sees its context, which is a copy. */
export interface Passage<Context, Event, Response> {
  readonly event: Event;
  readonly context: Context;
  response: Response;
  error: unknown;
}

/** A `before` that finds `Adds` in its context. */
export interface Before<Event, Needs, Adds> {
  (call: Passage<Needs & Adds, Event, undefined>): void | Promise<void>;
}

/**
 * A middleware of middy. `Needs` is what those listed before it have added to the context. Each
 * `onError` runs, wherever the call failed; what a later `before` adds may be absent.
 */
export interface Middleware<Needs, Adds = unknown, Event = unknown, Reply = unknown> {
  readonly before?: Before<Event, Needs, Adds>;
  /** What it returns is the result, and no other `after` runs. */
  readonly after?: (call: Passage<Needs, Event, Reply>) => unknown;
  readonly onError?: (call: Passage<Partial<Needs>, Event, Reply | undefined>) => unknown;
}

/** `before` runs in the order of use(), `after` and `onError` in the reverse order. */
export interface Chain<Event, Start, Context, Reply, Result> {
  use<Adds>(
    middleware: Middleware<Context, Adds, Event, Reply>,
  ): Chain<Event, Start, Context & Adds, Reply, Result>;
  handler(
    run: (event: Event, context: Context) => Reply | Promise<Reply>,
  ): (event: Event, context?: Start) => Promise<Result>;
}

/** A chain whose handler sees what the middlewares add. The function's own timeout ends a call. */
export function chain<Event, Start extends object, Reply, Result = Reply>() {
  const options = { timeoutEarlyInMillis: 0, requestStart: copyContext };
  return middy(options) as unknown as Chain<Event, Start, Start, Reply, Result>;
}

function copyContext(call: middy.Request): void {
  call.context = { ...call.context };
}

/** A `before` that adds what `find` gives. */
export function adds<Needs, Adds extends object, Event = unknown>(
  find: (context: Needs, event: Event) => Adds | Promise<Adds>,
): Before<Event, Needs, Adds> {
  return ({ context, event }) => {
    const added = find(context, event);
    if (added instanceof Promise) {
      return added.then((values) => void Object.assign(context as object, values));
    }
    Object.assign(context as object, added);
  };
}
