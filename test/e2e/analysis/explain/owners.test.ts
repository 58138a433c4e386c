import { describe, expect, it } from 'vitest';
import { answer, openExplainWorld } from '#test/support/analysis/explain-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

/** Whom a cause is for, by the CODEOWNERS file of the tests repository. */
describe.each(homes())('owners of causes on $name', ({ home }) => {
  const world = eachTest(() => openExplainWorld(home));
  const files = { src: { entries: [['cart.ts', 'let total = 1;\n']] as const } };

  async function pageOf(codeOwners: Record<string, string>) {
    const tests_repo_url = world().repository('app', { ...files, ...codeOwners });
    const quotes = 'src/cart.ts:1: let total = 1;\nerror-message:1: expected 3';
    world().say('provider_a', answer('CODE ISSUE', { artifacts_evidence: quotes }));
    const reply = await world().send({
      ...{ method: 'POST', path: '/analyze-failures' },
      body: {
        ...{ ai_provider: 'provider_a', ai_model: 'main', tests_repo_url },
        failures: [{ test_name: 'cart', error_message: 'expected 3' }],
      },
    });
    const { job_id } = reply.json() as { job_id: string };
    const path = `/results/${job_id}`;
    const { text } = await world().send({ path, headers: { accept: 'text/html' } });
    expect(text).toContain('src/cart.ts:1');
    return text.replaceAll(/\s+/g, ' ');
  }

  it('are those of the files that it quotes', async () => {
    const page = await pageOf({ CODEOWNERS: '* @everyone\n/src/ @shop/cart <b>@x</b>\n' });
    expect(page).toContain(
      '<strong>Owners of the code:</strong> @shop/cart, &#60;b&#62;@x&#60;/b&#62;',
    );
  });

  it('are not claimed without such a file, nor for what is no file', async () => {
    expect(await pageOf({})).not.toContain('Owners of the code');
    expect(await pageOf({ CODEOWNERS: '/lib/ @lib\nerror-message @no' })).not.toContain(
      'Owners of',
    );
  });
});
