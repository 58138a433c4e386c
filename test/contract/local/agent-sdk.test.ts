import {
  createFauxCore,
  fauxAssistantMessage,
  fauxText,
  fauxThinking,
  fauxToolCall,
} from '@earendil-works/pi-ai/providers/faux';
import { expect, it, vi } from 'vitest';
import * as sdk from '#core/platform/adapters/local/agents/sdk/sdk.ts';
import { sessionFiles } from '#core/platform/adapters/local/agents/session-files.ts';
import { sessionPool } from '#core/platform/adapters/local/agents/session-pool.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import type { AgentEvent, AgentSetup } from '#core/platform/ports/programs/agents.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Sessions with the scripted model of the SDK and one tool. */
async function openPool(tool: (text: unknown) => Promise<string>) {
  const folder = await temporaryFolder();
  const model = { id: 'm', name: 'M', reasoning: true, input: ['text' as const] };
  const faux = createFauxCore({ api: 'faux', provider: 'faux', models: [model] });
  const runtime = await sdk.ModelRuntime.create({
    credentials: new sdk.InMemoryCredentialStore(),
    modelsStore: new sdk.InMemoryModelsStore(),
    modelsPath: null,
  });
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 1e9 };
  runtime.registerProvider('faux', {
    ...{ name: 'faux', baseUrl: 'http://localhost', apiKey: 'none', api: 'faux' },
    streamSimple: faux.streamSimple,
    models: [
      { ...model, cost, contextWindow: 100_000, maxTokens: 1_000, promptCache: { short: 300 } },
    ],
  });
  const options = { sdk, runtime, directory: folder.path, clock: systemClock(), variables: {} };
  const pool = sessionPool({ ...options, files: sessionFiles(folder.path), folders: new Map() });
  const setup: AgentSetup = {
    ...{ id: 'ses_1', provider: 'faux', model: 'm', systemPrompt: 'Take notes.', tools: [] },
    ...{ directory: undefined, agentDirectory: undefined, loadsResources: true, remaining: {} },
    ...{ asks: [], permit: async () => undefined },
    customTools: [
      {
        ...{ name: 'note', description: 'Keeps a note', parameters: { type: 'object' } },
        run: ({ text }) => tool(text),
      },
    ],
  };
  return { faux, pool, setup };
}

it('runs several tools of one message, and tells thoughts from text', async () => {
  const notes: unknown[] = [];
  const { faux, pool, setup } = await openPool(async (text) => `note ${notes.push(text)}`);
  const seen: { readonly role: string }[] = [];
  faux.setResponses([
    fauxAssistantMessage([
      fauxText('Two notes.'),
      fauxToolCall('note', { text: 'one' }),
      fauxToolCall('note', { text: 'two' }),
    ]),
    ({ messages }) => {
      seen.push(...messages);
      return fauxAssistantMessage([fauxThinking('Is that all?'), fauxText('Taken.')]);
    },
    ({ messages }) => {
      seen.push(...messages);
      return fauxAssistantMessage('', { stopReason: 'error', errorMessage: 'No quota is left' });
    },
  ]);
  const events: AgentEvent[] = [];
  const turn = await pool.prompt(setup, 'Take two notes', (event) => events.push(event));
  expect(turn).toMatchObject({ texts: ['Two notes.', 'Taken.'], error: undefined });
  expect(notes.toSorted()).toEqual(['one', 'two']);
  expect(seen.filter(({ role }) => role === 'toolResult')).toHaveLength(2);
  const types = events.map(({ type }) => type);
  expect(types.filter((type) => type === 'tool_end')).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain('Is that all?');
  const failed = await pool.prompt(setup, 'And a third', () => {});
  expect(failed).toMatchObject({ texts: [], error: 'No quota is left' });
  // The same object: a long conversation is not copied for each request.
  const [first, second] = seen.filter(({ role }) => role === 'user');
  expect(second).toBe(first);
  await pool.close();
});

it('asks the model nothing that nobody counts while a tool runs', async () => {
  const { faux, pool, setup } = await openPool(async () => {
    // Almost as long as the provider keeps its cache of the prompt.
    await vi.advanceTimersByTimeAsync(280_000);
    return 'noted';
  });
  faux.setResponses([
    fauxAssistantMessage([fauxToolCall('note', { text: 'one' })]),
    fauxAssistantMessage('Taken.'),
    fauxAssistantMessage('Nobody asked for this.'),
  ]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const turn = await pool.prompt(setup, 'Take a note', () => {});
    expect([turn.texts, faux.state.callCount]).toEqual([['Taken.'], 2]);
  } finally {
    vi.useRealTimers();
  }
  await pool.close();
});

it('counts what the SDK asks a model to shorten a long conversation', async () => {
  const { faux, pool, setup } = await openPool(async () => '');
  const long = 'A long conversation. '.repeat(5_000);
  faux.setResponses(Array.from({ length: 9 }, () => fauxAssistantMessage('Go on.')));
  const tokens: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    const { usage } = await pool.prompt(setup, long, () => {});
    tokens.push(usage.output_tokens);
  }
  expect([faux.state.callCount, tokens]).toEqual([5, [2, 2, 4, 2]]);
  await pool.close();
});
