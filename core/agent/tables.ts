import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { customTool } from './custom-tool.ts';
import { amounts, budget, nothing } from './limits/budget.ts';

export const sessions = table({
  name: 'agent_sessions',
  version: 4,
  columns: z.object({
    id: z.string(),
    /** For the list of all. */
    all: z._default(z.literal('all'), 'all'),
    provider: z.string(),
    model: z.string(),
    system_prompt: z.string(),
    /** Null: an empty folder of its own. */
    cwd: z.nullable(z.string()),
    agent_dir: z.nullable(z.string()),
    /** AGENTS.md and `.pi/` of its folder. */
    loads_resources: z._default(z.boolean(), true),
    tools: z.array(z.string()),
    custom_tools: z.array(customTool),
    created_at: z.string(),
    last_activity: z.string(),
    /** When its turn in progress began; null: it is idle. */
    busy_since: z.nullable(z.string()),
    /** The last event before its latest turn. */
    turn_after: z._default(z.int(), 0),
    /** A turn has ended whose conversation was kept. */
    has_conversation: z._default(z.boolean(), false),
    /** Names of tools that a person has to allow. */
    asks: z._default(z.array(z.string()), []),
    budget: z._default(budget, {}),
    /** By the turns that have ended. */
    spent: z._default(z.object(amounts), nothing),
  }),
  key: ['id'],
  indexes: { by_activity: { equal: ['all'], order: 'last_activity' } },
});

export type SessionRow = ReturnType<typeof sessions.parse>;

/** The feed of a session's events. */
export function feedOf(id: string): string {
  return `agent-${id}`;
}
