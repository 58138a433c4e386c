import type {
  AgentBudget,
  AgentEvent,
  AgentTurn,
  AgentUsage,
} from '../../../ports/programs/agents.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AgentSession, AgentSessionEvent, AssistantMessage } from './sdk/sdk.ts';

interface Turn {
  readonly session: AgentSession;
  readonly message: string;
  readonly emit: (event: AgentEvent) => void;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly remaining: AgentBudget;
}

/** How long an abort waits for tools to end. */
const abortTimeoutMs = 800;

export async function runTurn(turn: Turn): Promise<AgentTurn> {
  const { session, message, emit, clock, remaining } = turn;
  const overspent = new AbortController();
  const signal = AbortSignal.any([turn.signal, overspent.signal]);
  const answers: AssistantMessage[] = [];
  const paid: Pick<AssistantMessage, 'usage'>[] = [];
  let partial = '';
  const listen = (event: AgentSessionEvent) => {
    if (event.type === 'message_start' && event.message.role === 'assistant') partial = '';
    if (event.type === 'message_end' && event.message.role === 'assistant') {
      answers.push(event.message);
      paid.push(event.message);
      partial = '';
      const isLast = event.message.stopReason === 'stop' || event.message.stopReason === 'length';
      if (!isLast && isOver(usageOf(paid), remaining)) overspent.abort();
    }
    // A long conversation was shortened by a model.
    if (event.type === 'compaction_end' && event.result?.usage) {
      paid.push({ usage: event.result.usage });
    }
    const shown = eventOf(event);
    if (shown?.type === 'text') partial += shown.text;
    if (shown) emit(shown);
  };
  const unsubscribe = session.subscribe(listen);
  const ended = new AbortController();
  let problem: string | undefined;
  try {
    const run = session.prompt(message).catch((error: unknown) => {
      problem = error instanceof Error ? error.message : String(error);
    });
    await Promise.race([run, aborted(session, signal, clock, ended.signal)]);
  } finally {
    // Without a reason, each turn would make an error with its stack.
    ended.abort('ended');
    unsubscribe();
  }
  const last = answers.at(-1);
  const isAborted = signal.aborted;
  // Failed attempts that were repeated do not count.
  const whole = answers.filter(
    (answer, at) => answer.stopReason !== 'error' || at === answers.length - 1,
  );
  const texts = [...whole.map(textOf), partial].filter((text) => text !== '');
  const failed =
    last?.stopReason === 'error' ? (last.errorMessage ?? 'The model failed') : undefined;
  const spent = overspent.signal.aborted && !turn.signal.aborted ? budgetError : undefined;
  const silent = last ? undefined : 'The model gave no answer';
  const error = isAborted ? spent : (problem ?? failed ?? silent);
  return { texts, usage: usageOf(paid), error, isAborted };
}

const budgetError = 'The budget of the session is used up';

function isOver(usage: AgentUsage, { cost_usd, tokens }: AgentBudget): boolean {
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = usage;
  const used = input_tokens + output_tokens + cache_read_tokens + cache_write_tokens;
  return (cost_usd !== undefined && usage.cost_usd >= cost_usd) || used >= (tokens ?? Infinity);
}

/** Resolves some time after the signal aborts; never without. */
async function aborted(
  session: AgentSession,
  signal: AbortSignal,
  clock: Clock,
  ended: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const abort = () => {
      // At once: the next tool would begin.
      session.abort().catch(() => undefined);
      resolve();
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: ended });
  });
  await clock.sleep(abortTimeoutMs, ended);
}

function eventOf(event: AgentSessionEvent): AgentEvent | undefined {
  switch (event.type) {
    case 'turn_start':
      return { type: 'turn' };
    case 'message_update': {
      const update = event.assistantMessageEvent;
      return update.type === 'text_delta' ? { type: 'text', text: update.delta } : undefined;
    }
    case 'tool_execution_start':
      return { type: 'tool_start', tool: event.toolName, call: event.toolCallId };
    case 'tool_execution_end': {
      const { toolName: tool, toolCallId: call, isError } = event;
      return { type: 'tool_end', tool, call, isError };
    }
    default:
      return undefined;
  }
}

function textOf({ content }: AssistantMessage): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

export function usageOf(answers: readonly Pick<AssistantMessage, 'usage'>[]): AgentUsage {
  const sum = (value: (usage: AssistantMessage['usage']) => number) =>
    answers.reduce((total, { usage }) => total + value(usage), 0);
  return {
    input_tokens: sum(({ input }) => input),
    output_tokens: sum(({ output }) => output),
    cache_read_tokens: sum(({ cacheRead }) => cacheRead),
    cache_write_tokens: sum(({ cacheWrite }) => cacheWrite),
    cost_usd: sum(({ cost }) => cost.total),
  };
}
