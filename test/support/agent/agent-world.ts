import type { Environment } from '#core/platform/ports/environment.ts';
import { modelServer, type ModelServer, type Turn } from '#test/support/ai/model-server.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

export interface AgentWorld extends World {
  readonly model: ModelServer;
  create(more?: object): Promise<string>;
  prompt(id: string, message?: string): ReturnType<World['send']>;
}

/** The agent service with a model that says these turns. */
export async function openAgentWorld(
  turns: readonly Turn[],
  environment: Environment = {},
  /** The model is one of `anthropic` too. */
  isVendor = false,
  /** There is a provider `priced` too. */
  isPriced = false,
): Promise<AgentWorld> {
  const model = await modelServer(turns);
  const world = await openWorld(onLocal, 'agent', {
    // Its models.json is written after the start.
    environment: { SIDECAR_DISCOVERY: 'demand', ...environment },
  });
  const provider = (api: string, path: string) => ({
    ...{ baseUrl: model.origin + path, apiKey: 'the-key-of-the-model', api },
    models: [{ id: 'm', name: 'M', reasoning: false, input: ['text'], maxTokens: 1_000 }],
  });
  const cost = { input: 1_000, output: 1_000, cacheRead: 0, cacheWrite: 0 };
  const withPrice = (one: ReturnType<typeof provider>) => ({
    ...one,
    models: one.models.map((each) => ({ ...each, cost })),
  });
  const providers = {
    fake: provider('openai-completions', '/v1'),
    other: provider('anthropic-messages', ''),
    // An answer costs 0.008 US dollars.
    ...(isPriced && { priced: withPrice(provider('openai-completions', '/v1')) }),
    ...(isVendor && { anthropic: provider('openai-completions', '/v1') }),
  };
  await world.platform.blobs.put('models.json', JSON.stringify({ providers }));
  return {
    ...world,
    model,
    async create(more = {}) {
      const body = { provider: 'fake', model: 'm', system_prompt: 'You are terse.', ...more };
      const reply = await world.send({ method: 'POST', path: '/sessions', body });
      if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
      return (reply.json() as { session_id: string }).session_id;
    },
    prompt: (id, message = 'Hello') =>
      world.send({ method: 'POST', path: `/sessions/${id}/prompt`, body: { message } }),
  };
}
