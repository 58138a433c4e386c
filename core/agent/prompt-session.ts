import { Failure, isFailure, isWritten } from '#core/platform/failure.ts';
import type { AgentSetup, AgentTurn } from '#core/platform/ports/programs/agents.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { within } from '#core/platform/within.ts';
import { callTool } from './call-tool.ts';
import { nothing, remainingOf, sumOf } from './limits/budget.ts';
import { askPermission, openDesk, type Reader } from './limits/permissions.ts';
import type { Answer, TurnEvent } from './schema.ts';
import { noSession, readSession } from './sessions.ts';
import { feedOf, type SessionRow, sessions } from './tables.ts';
import { eventWriter } from './event-writer.ts';

type Needs = Pick<
  Platform,
  'agents' | 'clock' | 'environment' | 'feed' | 'fetch' | 'log' | 'records'
>;

interface StartedTurn {
  /** The turn's events come after this cursor. */
  readonly after: number;
  readonly answer: Promise<Answer>;
}

/** Starts a turn, which goes on if the caller leaves. */
export async function promptSession(
  needs: Needs,
  id: string,
  message: string,
  /** Who can answer the questions of the turn. */
  reader?: Reader,
): Promise<StartedTurn> {
  const session = await readSession(needs, id);
  if (needs.agents.isDraining()) {
    throw new Failure('unavailable', 'draining', 'Server is shutting down');
  }
  await assertConversation(needs, session);
  const remaining = remainingOf(id, session.budget, session.spent);
  const after = await claim(needs, session);
  const setup = { ...setupOf(needs, session), remaining };
  const answer = runTurn(needs, session, setup, message, reader);
  track(needs.agents, answer);
  // A caller that follows the events does not wait for it.
  answer.catch((error: unknown) =>
    needs.log('ERROR', 'a turn failed', { id, error: String(error) }),
  );
  return { after, answer };
}

/** Turns whose end is not written yet. */
const unwritten = new WeakMap<Platform['agents'], Set<Promise<unknown>>>();

function track(agents: Platform['agents'], answer: Promise<unknown>): void {
  const turns = unwritten.get(agents) ?? new Set();
  unwritten.set(agents, turns);
  const ended: Promise<unknown> = answer.then(
    () => turns.delete(ended),
    () => turns.delete(ended),
  );
  turns.add(ended);
}

/** Less than the grace of the server: callers get an answer before their connections are closed. */
const turnTimeoutMs = 23_000;

/** Resolves when the turns in progress have ended and are written, and none begins any more. Turns
 * that take too long are aborted. */
export async function finishTurns({
  agents,
  clock,
}: Pick<Platform, 'agents' | 'clock'>): Promise<void> {
  await within(clock, turnTimeoutMs, agents.drain());
  await Promise.all(agents.busy().map((id) => agents.abort(id)));
  await Promise.all([...(unwritten.get(agents) ?? [])]);
}

/** In the cloud it ends with its container; without it the model would answer as if nothing was said. */
async function assertConversation({ agents }: Needs, session: SessionRow): Promise<void> {
  if (!session.has_conversation || (await agents.hasConversation(session.id))) return;
  const message = `The conversation of session ${session.id} was lost with the container that kept it: create a new session`;
  throw new Failure('missing', 'no_conversation', message);
}

async function claim(
  { records, feed, clock }: Needs,
  { id, busy_since, version }: Stored<SessionRow>,
): Promise<number> {
  if (busy_since !== null) throw busy(id);
  const after = await feed.last(feedOf(id));
  const now = clock.now().toISOString();
  try {
    // The same version: no other turn has added events since. A power cut may undo it: nothing was
    // answered.
    const changes = { busy_since: now, last_activity: now, turn_after: after };
    await records.unsynced.update(sessions, { id }, changes, { version });
    return after;
  } catch (error) {
    if (isFailure(error, 'missing')) throw noSession(id);
    throw isFailure(error, 'conflict') ? busy(id) : error;
  }
}

function busy(id: string): Failure {
  const text = `Session ${id} is busy — concurrent prompts are not supported`;
  return new Failure('conflict', 'busy', text);
}

async function runTurn(
  needs: Needs,
  session: Stored<SessionRow>,
  setup: AgentSetup,
  message: string,
  reader: Reader | undefined,
): Promise<Answer> {
  const { agents, clock, feed, records } = needs;
  const { id } = session;
  const events = eventWriter(feed, feedOf(id));
  const began = clock.now().getTime();
  const emit = (event: TurnEvent) => events.push(event);
  const closeDesk = openDesk(agents, id, { emit, reader });
  const turn = await agents.prompt(setup, message, emit).catch((error: unknown) => failed(error));
  closeDesk();
  const duration_ms = Math.max(0, clock.now().getTime() - began);
  const usage = { ...turn.usage, duration_ms };
  const end = {
    ...(turn.error !== undefined && { error: turn.error }),
    ...(turn.isAborted && { aborted: true }),
  };
  events.push({ type: 'done', usage, ...end } satisfies TurnEvent);
  try {
    await untilStored(needs, () => events.settled());
  } finally {
    // A session that was deleted meanwhile has no row. Synced, and the events before with it.
    const idle = { busy_since: null, last_activity: clock.now().toISOString() };
    const has_conversation = session.has_conversation || (await agents.hasConversation(id));
    const spent = sumOf([session.spent, turn.usage]);
    const ended = { ...idle, has_conversation, spent };
    await untilStored(needs, () => isWritten(records.update(sessions, { id }, ended)));
  }
  return { text: joined(turn.texts), usage, ...end };
}

const outagePauseMs = 1_000;

/** Repeats a write in an outage, such as of a full disk, until the service stops: without its end a
 * turn would keep the session busy, and its readers waiting, as long as this process lives. */
async function untilStored({ agents, clock }: Needs, write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await write());
    } catch (error) {
      if (!isFailure(error, 'unavailable') || agents.isDraining()) throw error;
      await clock.sleep(outagePauseMs);
    }
  }
}

function setupOf(needs: Needs, session: SessionRow): Omit<AgentSetup, 'remaining'> {
  const { id, provider, model, tools, custom_tools } = session;
  return {
    id,
    provider,
    model,
    tools,
    systemPrompt: session.system_prompt,
    directory: session.cwd ?? undefined,
    loadsResources: session.loads_resources,
    agentDirectory: session.agent_dir ?? undefined,
    asks: session.asks,
    permit: (request, signal) => askPermission(needs, id, request, signal),
    customTools: custom_tools.map((tool) => ({
      ...tool,
      run: (values, signal) => callTool(needs, tool, values, signal),
    })),
  };
}

function failed(error: unknown): AgentTurn {
  const message = error instanceof Error ? error.message : String(error);
  return { texts: [], usage: nothing, error: message, isAborted: false };
}

/** Parts of one JSON document are put together as they are. */
function joined(texts: readonly string[]): string {
  const whole = texts.join('');
  if (texts.length < 2) return whole;
  try {
    JSON.parse(whole);
    return whole;
  } catch {
    return texts.join('\n\n');
  }
}
