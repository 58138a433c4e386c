import { describe, expect, it } from 'vitest';
import { evaluate, installCommand, isPlatformInstalled } from '../../scripts/rollout/evaluate.ts';
import { graphOf } from '#test/support/rollout-graph/rollout-graph.ts';
import { stageOptions } from '../../infra/stage.ts';
import { otherStages } from './graph/graphs.ts';

const isInstalled = isPlatformInstalled();
if (!isInstalled) process.stdout.write(`The stack is not evaluated: run ${installCommand}\n`);

describe.runIf(isInstalled)('a rollout ends with a sentence', () => {
  it('for each secret that was never set', async () => {
    const rolledOut = evaluate();
    for (const name of ['AdminKey', 'AppEncryptionKey', 'SessioninfoKey']) {
      const told = `Set a value for ${name} with \`sst secret set ${name} <value>\``;
      await expect(rolledOut).rejects.toThrow(told);
    }
    for (const name of ['AnthropicApiKey', 'LogsKey']) {
      await expect(rolledOut).rejects.not.toThrow(name);
    }
  }, 120_000);

  it.each([
    [
      'alarms that nobody hears of',
      'unheard',
      'Alarms of unheard reach nobody: set mail for the stage',
    ],
    ['a budget that nobody hears of', 'silent-budget', 'A stage with a budget needs mail'],
    [
      'room that is reserved for no route',
      'no-route',
      'A stage reserves for docs/misspelt.handler, which answers no route',
    ],
    [
      'the concurrency of no queue',
      'no-queue',
      'A stage sets the concurrency of webhook-delivery, which is no queue',
    ],
    ['a table of no service', 'no-service', 'A stage names a table for doc, which is no service'],
  ])('for %s', { timeout: 120_000 }, async (_what, stage, message) => {
    const rolledOut = graphOf({ stage, replace: otherStages });
    await expect(rolledOut).rejects.toThrow(`${message}, in infra/stage.ts`);
  });
});

it.each(['more-than-15-chs', 'Dev', '1st', 'a--b', 'a-', 'a_b', ''])(
  'a stage is not named %j: AWS would cut or refuse names with it',
  (stage) => {
    expect(() => stageOptions(stage)).toThrow('The name of a stage is at most 15 small letters');
  },
);
