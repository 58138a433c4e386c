import * as z from 'zod/mini';

const text = z.string();
const time = z.nullable(z.string());

export const session = z.strictObject({
  id: text,
  slug: z.nullable(text),
  project_path: text,
  project_name: text,
  git_branch: z.nullable(text),
  created_at: time,
  updated_at: time,
  message_count: z.int(),
  is_active: z.boolean(),
  /** Its name, else its first prompt. */
  title: z.nullable(text),
  assistant: z.enum(['claude', 'codex', 'gemini']),
  /** The session that started this subagent. */
  parent_id: z.nullable(text),
});
export type Session = z.output<typeof session>;

const messageType = z.enum(['user', 'assistant']);

export const messageHit = z.strictObject({
  session_id: text,
  project_path: text,
  message_uuid: z.nullable(text),
  message_type: messageType,
  timestamp: time,
  snippet: text,
});
export type FoundMessage = z.output<typeof messageHit>;

export const promptHit = z.strictObject({
  project_path: text,
  prompt: text,
  timestamp: time,
  session_id: z.nullable(text),
});
export type FoundPrompt = z.output<typeof promptHit>;

export const message = z.strictObject({
  uuid: z.nullable(text),
  parent_uuid: z.nullable(text),
  type: messageType,
  timestamp: time,
  text,
});
export type ReadMessage = z.output<typeof message>;

export const project = z.strictObject({
  project_path: text,
  project_name: text,
  session_count: z.int(),
  message_count: z.int(),
  updated_at: time,
});
export type Project = z.output<typeof project>;

export const amounts = z.strictObject({
  projects: z.int(),
  sessions: z.int(),
  active_sessions: z.int(),
  messages: z.int(),
  bytes: z.int(),
});
