import * as z from 'zod/mini';
import type { LogSubject } from '#core/logs/writing/delivery-log.ts';
import type { DeliveryMessage } from './message.ts';

/** What the receiver and the log take out of a payload, whatever the event. */
export type DeliveryFacts = Pick<LogSubject, 'action' | 'sender' | 'pull'>;

/** The columns of a row are bounded; no code host sends longer ones. */
const maxTextLength = 1_000;

// From outside: what has another form counts as absent.
const text = z.catch(
  z.optional(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.slice(0, maxTextLength).toWellFormed()),
    ),
  ),
  undefined,
);
const user = z.catch(z.optional(z.object({ login: text })), undefined);
const item = { number: z.int(), title: text, user };
const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);
const withPulls = optional(
  z.object({ pull_requests: z.array(z.object({ number: z.int() })).check(z.minLength(1)) }),
);

const payload = z.object({
  action: text,
  sender: user,
  pull_request: optional(z.object(item)),
  // Comments on issues have no `pull_request` there.
  issue: optional(z.object({ ...item, pull_request: z.record(z.string(), z.unknown()) })),
  check_run: withPulls,
  check_suite: withPulls,
  workflow_run: withPulls,
});

export function factsOf(body: unknown): DeliveryFacts {
  const parsed = payload.safeParse(body);
  if (!parsed.success) return { action: undefined, sender: undefined, pull: undefined };
  const { action, sender, pull_request, issue, ...checks } = parsed.data;
  const subject = pull_request ?? issue;
  const [first] = Object.values(checks).flatMap((check) => check?.pull_requests ?? []);
  return {
    action,
    sender: sender?.login,
    pull: subject
      ? {
          number: subject.number,
          title: subject.title ?? null,
          author: subject.user?.login ?? null,
        }
      : first && { number: first.number, title: null, author: null },
  };
}

/** The receiver has checked that the body is a JSON object; one of another origin may be empty. */
export function payloadOf({ body }: Pick<DeliveryMessage, 'body'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
