import { expect, it } from 'vitest';
import { sharedRequest } from '#core/analysis/base/schema/request.ts';

const many = <Item>(count: number, item: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at));
const peer = { ai_provider: 'provider_a', ai_model: 'm' };
const repo = (at: number) => ({ name: `r${at}`, url: 'https://code.example/team/lib' });

it.each<[string, object, object, RegExp]>([
  [
    'peers',
    { peer_ai_configs: many(10, () => peer) },
    { peer_ai_configs: many(11, () => peer) },
    /peers/,
  ],
  [
    'repositories',
    { additional_repos: many(20, repo) },
    { additional_repos: many(21, repo) },
    /at most 20 r/,
  ],
  ['prompt', { raw_prompt: 'x'.repeat(20_000) }, { raw_prompt: 'x'.repeat(20_001) }, /20000 char/],
  ['peers', {}, { peer_ai_configs: 'provider_a:model' }, /Invalid/],
  ['repositories', {}, { additional_repos: 'https://code.example/team/lib' }, /Invalid/],
])('bounds the %s of a request (S14)', (_, accepted, refused, message) => {
  expect(sharedRequest.safeParse(accepted).success).toBe(true);
  const { error } = sharedRequest.safeParse(refused);
  expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringMatching(message)]);
});
