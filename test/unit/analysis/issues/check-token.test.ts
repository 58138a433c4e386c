import { expect, it } from 'vitest';
import { checkToken } from '#core/analysis/issues/check-token.ts';
import type { Fetch } from '#core/platform/ports/fetch.ts';
import { anonymous } from '#core/identity/rules.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

const world = eachTest(() => openWorld(onLocal, 'analysis'));

it.each<[Record<string, string>, string]>([
  [{}, 'https://api.github.com/user'],
  [{ TESTS_REPO_URL: 'https://github.com/example/tests:main' }, 'https://api.github.com/user'],
  [{ TESTS_REPO_URL: 'https://git.test:8443/a/b' }, 'https://git.test:8443/api/v3/user'],
  [{ TESTS_REPO_URL: 'git@git.test:a/b.git' }, 'https://git.test/api/v3/user'],
  [{ SCM_API_URL: 'https://git.test/api/v3' }, 'https://git.test/api/v3/user'],
  [{ TESTS_REPO_URL: 'git@git.test:a/b', SCM_API_URL: 'http://api.test' }, 'http://api.test/user'],
])('sends a token of the code host of %j to %s', async (environment, url) => {
  const asked: string[] = [];
  const fetch: Fetch = async (target) => {
    asked.push(target);
    const body = Buffer.from('{"login":"ann"}');
    return { status: 200, headers: {}, body, text: () => body.toString() };
  };
  const token = { token_type: 'scm', token: 'a-token', email: null } as const;
  const checked = await checkToken({ ...world().platform, environment, fetch }, anonymous, token);
  expect([asked, checked.username]).toEqual([[url], 'ann']);
});

it('says that a token cannot be sent, which is no fault of the code host', async () => {
  const token = { token_type: 'scm', token: 'a\nb', email: null } as const;
  await expect(checkToken(world().platform, anonymous, token)).rejects.toMatchObject({
    kind: 'invalid',
    message: 'The header authorization holds characters that cannot be sent',
  });
});
