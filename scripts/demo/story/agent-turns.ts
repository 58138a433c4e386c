import type { Turn } from '#test/support/ai/model-server.ts';

/** What the model of the demonstration does: it looks at the folder, then answers. */
export const agentTurns: readonly Turn[] = [
  { tool: 'ls', input: { path: '.' } },
  { tool: 'read', input: { path: 'README.md' } },
  {
    text: 'It is a client for HTTP with retries and hooks. `createClient` makes one, and `withRetry` in src/retry.ts decides what is tried again.',
  },
];

export const agentModel = { provider: 'harbour', model: 'harbour-small' } as const;

/** The file models.json: a model at that address. */
export function modelsFile(origin: string): string {
  const { provider, model } = agentModel;
  const models = [{ id: model, name: 'Harbour small', input: ['text'], maxTokens: 4_000 }];
  const own = { baseUrl: `${origin}/v1`, apiKey: 'none', api: 'openai-completions', models };
  return JSON.stringify({ providers: { [provider]: own } }, null, 2);
}
