import * as z from 'zod/mini';
import { amounts, budget } from './limits/budget.ts';

const text = (most: number) => z.string('must be a text').check(z.maxLength(most));
const filled = (most: number) => text(most).check(z.regex(/\S/, 'must not be empty'));

/** No text is longer than the body that holds it. */
const maxTextLength = 1024 * 1024;
const maxTools = 100;
const notObject = 'must be a JSON object';

/** Part of a path. What cannot be decoded arrives as it was sent, with its percent sign; no id has one. */
export const pathPart = z
  .string()
  .check(z.regex(/^[^\p{Cc}%]+$/u, 'must be URL-encoded, without control characters'));

export const sessionRequest = z.object(
  {
    provider: filled(200),
    model: filled(500),
    system_prompt: filled(maxTextLength),
    cwd: z.optional(filled(4_096)),
    agent_dir: z.optional(filled(4_096)),
    /** Whether AGENTS.md and `.pi/` of `cwd` are loaded. */
    load_resources: z._default(z.boolean('must be true or false'), true),
    /** Absent: the default tools; empty: none. */
    tools: z.optional(
      z.array(z.string('must be a text'), 'must be a list').check(z.maxLength(maxTools)),
    ),
    /** Checked one by one: the answer names the positions of wrong ones. */
    custom_tools: z.optional(z.array(z.unknown(), 'must be a list').check(z.maxLength(maxTools))),
    /** Tools that wait for a permission; true: all but those that only read files. */
    ask: z.optional(
      z.union([z.boolean(), z.array(z.string()).check(z.maxLength(maxTools))], {
        error: 'must be true, false or a list of tools',
      }),
    ),
    ...budget.shape,
  },
  notObject,
);
export type SessionRequest = z.output<typeof sessionRequest>;

export const promptRequest = z.object({ message: filled(maxTextLength) }, notObject);

export const permissionAnswer = z.object(
  {
    allow: z.boolean('must be true or false'),
    /** For the model. */
    reason: z.optional(text(1_000)),
  },
  notObject,
);

export const sessionCreated = z.strictObject({ session_id: z.string() });

/** `invalid_indexes` are the positions of wrong `custom_tools`. */
export const sessionRefused = z.strictObject({
  error: z.string(),
  invalid_indexes: z.optional(z.array(z.int())),
});

export const modelList = z.strictObject({
  models: z.array(z.strictObject({ id: z.string(), name: z.string(), provider: z.string() })),
});

export const providerStatus = z.strictObject({
  provider: z.string(),
  registered: z.boolean(),
  modelCount: z.int(),
  authStatus: z.looseObject({ configured: z.boolean() }),
  authCheck: z.nullable(z.looseObject({ type: z.string() })),
});

export const usage = z.strictObject({
  ...amounts,
  duration_ms: z.int(),
});

export const answer = z.strictObject({
  text: z.string(),
  usage,
  error: z.optional(z.string()),
  aborted: z.optional(z.boolean()),
});
export type Answer = z.output<typeof answer>;

const wrongLimit = 'must be a whole number from 1 to 100';
const wrongOffset = 'must be a whole number from 0';

export const offset = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, wrongOffset)),
  z.transform(Number),
);

export const messagesQuery = z.object({
  limit: z._default(
    z.pipe(z.string().check(z.regex(/^(?:[1-9]\d?|100)$/, wrongLimit)), z.transform(Number)),
    50,
  ),
  offset: z._default(offset, 0),
});

export const messageList = z.strictObject({
  total: z.int(),
  offset: z.int(),
  messages: z.array(
    z.strictObject({
      role: z.enum(['user', 'assistant']),
      at: z.string(),
      text: z.string(),
      tool_calls: z.array(
        z.strictObject({
          id: z.string(),
          tool: z.string(),
          arguments: z.string(),
          result: z.nullable(z.string()),
          is_error: z.boolean(),
        }),
      ),
      usage: z.nullable(z.strictObject(amounts)),
      error: z.nullable(z.string()),
    }),
  ),
});

/** An event of a turn; the last one is `done`. The texts between two `turn` events are one message. */
export const turnEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('turn') }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('tool_start'), tool: z.string(), call: z.string() }),
  z.strictObject({
    type: z.literal('tool_end'),
    tool: z.string(),
    call: z.string(),
    isError: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('permission'),
    request: z.string(),
    tool: z.string(),
    call: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    type: z.literal('permission_end'),
    request: z.string(),
    allowed: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('done'),
    usage: z.nullable(usage),
    error: z.optional(z.string()),
    aborted: z.optional(z.boolean()),
  }),
]);
export type TurnEvent = z.output<typeof turnEvent>;

export const sessionList = z.strictObject({
  sessions: z.array(
    z.strictObject({
      session_id: z.string(),
      provider: z.string(),
      model: z.string(),
      created_at: z.string(),
      last_activity: z.string(),
      busy: z.boolean(),
      usage: z.strictObject(amounts),
      max_cost: z.nullable(z.number()),
      max_tokens: z.nullable(z.int()),
    }),
  ),
});
