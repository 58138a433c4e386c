import { describe, expect, it } from 'vitest';
import { readOutput } from '#core/ai/usage.ts';

const plain = { failed: false, inputTokens: null, outputTokens: null, costUsd: null };

describe('readOutput', () => {
  it.each([
    ['plain text', '# Title\n', '# Title\n'],
    ['a plan', '{"project_name":"x","navigation":[]}', '{"project_name":"x","navigation":[]}'],
    ['JSON that is none', '{"type":"result",', '{"type":"result",'],
    ['an object about results', '{"type":"result","result":"x"}', '{"type":"result","result":"x"}'],
  ])('leaves %s as it is', (_, stdout, text) => {
    expect(readOutput(stdout)).toEqual({ ...plain, text });
  });

  it.each([
    { type: 'result', is_error: true, errors: ['no credit'] },
    { error: { message: 'no credit' }, stats: {} },
  ])('tells a failure: %j', (envelope) => {
    expect(readOutput(JSON.stringify(envelope))).toMatchObject({ failed: true, text: 'no credit' });
  });
});
