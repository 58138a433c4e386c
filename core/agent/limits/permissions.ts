import { randomUUID } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import type { AgentToolRequest } from '#core/platform/ports/programs/agents.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { within } from '#core/platform/within.ts';

type Needs = Pick<Platform, 'agents' | 'clock'>;

interface Question extends AgentToolRequest {
  readonly type: 'permission';
  readonly request: string;
}

type PermissionEvent =
  | Question
  | { readonly type: 'permission_end'; readonly request: string; readonly allowed: boolean };

interface Turn {
  readonly emit: (event: PermissionEvent) => void;
  /** Who can read the questions: a stream, which has to go on, or a page. */
  readonly reader: Reader | undefined;
}

export type Reader = 'stream' | 'page';

interface Answer {
  readonly allow: boolean;
  readonly reason?: string | undefined;
}

/** The questions of one session. */
interface Desk {
  turn: Turn | undefined;
  readonly ended: AbortController;
  readonly open: Map<string, Question & { readonly settle: (answer: Answer) => void }>;
}

const answerTimeoutMs = 300_000;
/** For a client that lost its connection. */
const reconnectTimeoutMs = 30_000;
/** An event holds them whole: a person allows only what is shown. */
const maxArgumentsLength = 20_000;

/** In memory: after a restart there is no turn that could go on. */
const desks = new WeakMap<Platform['agents'], Map<string, Desk>>();
const followers = new WeakMap<Platform['agents'], Map<string, number>>();

function mapOf<Value>(maps: WeakMap<object, Map<string, Value>>, agents: object) {
  const map = maps.get(agents) ?? new Map<string, Value>();
  maps.set(agents, map);
  return map;
}

/** Takes the questions of a turn until the function that it returns is called. */
export function openDesk(agents: Platform['agents'], id: string, turn: Turn): () => void {
  const desk: Desk = { turn, ended: new AbortController(), open: new Map() };
  mapOf(desks, agents).set(id, desk);
  return () => {
    desk.turn = undefined;
    desk.ended.abort('ended');
    mapOf(desks, agents).delete(id);
  };
}

/** Asks the followers of the session's turn. Gives why the tool may not run; undefined: it may. */
export async function askPermission(
  { agents, clock }: Needs,
  id: string,
  { call, tool, arguments: values }: AgentToolRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const desk = mapOf(desks, agents).get(id);
  if (!desk?.turn?.reader) return 'nobody is following this turn to allow it';
  if (JSON.stringify(values).length > maxArgumentsLength) {
    return 'its arguments are too long to be shown to a person; use shorter ones';
  }
  const request = `per_${randomUUID()}`;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const abort = () => resolve({ allow: false, reason: 'the turn was aborted' });
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const question = { type: 'permission', request, tool, call, arguments: values } as const;
  desk.open.set(request, { ...question, settle: resolve });
  desk.turn.emit(question);
  refuseWithoutFollowers({ agents, clock }, id);
  const { allow, reason = 'a person refused it' } = (await within(
    clock,
    answerTimeoutMs,
    promise,
  )) ?? { allow: false, reason: 'nobody answered in time' };
  signal.removeEventListener('abort', abort);
  desk.open.delete(request);
  desk.turn?.emit({ type: 'permission_end', request, allowed: allow });
  return allow ? undefined : reason;
}

/** Failure('missing'): it was answered before, or its turn has ended. */
export function answerPermission(
  agents: Platform['agents'],
  id: string,
  request: string,
  answer: Answer,
): void {
  const open = mapOf(desks, agents).get(id)?.open;
  const question = open?.get(request);
  if (!question) {
    const message = `There is no open question ${request}: it was answered, or its turn has ended`;
    throw new Failure('missing', 'no_question', message);
  }
  open?.delete(request);
  question.settle(answer);
}

export function openQuestions(agents: Platform['agents'], id: string): Question[] {
  return [...(mapOf(desks, agents).get(id)?.open.values() ?? [])];
}

/** Counts one who reads the session's events, until the function that it returns is called. */
export function follow(needs: Needs, id: string): () => void {
  const counts = mapOf(followers, needs.agents);
  counts.set(id, (counts.get(id) ?? 0) + 1);
  let isGone = false;
  return () => {
    if (isGone) return;
    isGone = true;
    const rest = (counts.get(id) ?? 1) - 1;
    if (rest > 0) counts.set(id, rest);
    else counts.delete(id);
    refuseWithoutFollowers(needs, id);
  };
}

function refuseWithoutFollowers({ agents, clock }: Needs, id: string): void {
  const desk = mapOf(desks, agents).get(id);
  const isFollowed = () => mapOf(followers, agents).has(id);
  if (desk?.turn?.reader !== 'stream' || desk.open.size === 0 || isFollowed()) return;
  void clock.sleep(reconnectTimeoutMs, desk.ended.signal).then(() => {
    if (isFollowed()) return;
    for (const { settle } of desk.open.values()) {
      settle({ allow: false, reason: 'nobody follows this turn any more' });
    }
  });
}
