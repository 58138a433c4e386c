import { describe, expect, it } from 'vitest';
import { maskTokens } from '#core/text/mask.ts';
import type { ServiceName } from '#functions/manifest.ts';
import { canary, containersOf, isMarked } from '#test/support/rollout-graph/rollout-graph.ts';
import { pathOf, secretNames } from '#test/support/rollout-graph/secrets.ts';
import type { Graphs } from './graphs.ts';

const stages = ['real', 'production', 'usual', 'everything'] as const;

/** What the test sets: the needed ones of the stage's services, and one that is optional. */
const set = (stage: (typeof stages)[number]) => [
  ...['ADMIN_KEY', 'APP_ENCRYPTION_KEY', 'LOGS_KEY', 'SESSIONINFO_KEY', 'ANTHROPIC_API_KEY'],
  ...(stage === 'everything' ? ['SIDECAR_KEY'] : []),
];

/** Where a value may stand. LinkRef is SST's own note of each secret. */
const holders: Readonly<Record<string, string>> = {
  'aws:ssm/parameter:Parameter': 'value',
  'sst:sst:LinkRef': 'properties',
};

export function secretsSuite(graphs: () => Graphs): void {
  describe('secrets', () => {
    it.each(stages)('are encrypted parameters, one for each that is set (%s)', (stage) => {
      const made = graphs()[stage].of('aws:ssm/parameter:Parameter');
      expect(made.map(({ inputs }) => inputs['name']).toSorted()).toEqual(
        set(stage)
          .map((name) => pathOf(graphs()[stage], name))
          .toSorted(),
      );
      for (const { inputs } of made) {
        expect(inputs).toMatchObject({ type: 'SecureString' });
        // Another key than SSM's own would need kms:Decrypt.
        expect(inputs).not.toHaveProperty('keyId');
        expect(inputs['value']).toContain(canary);
      }
    });

    it.each(stages)('stand nowhere else, and there encrypted by Pulumi (%s, S10)', (stage) => {
      const showing = graphs()[stage].marked.filter((one) => JSON.stringify(one).includes(canary));
      const open = showing.filter(({ type, inputs }) => {
        const { [holders[type] ?? '']: secret, ...rest } = inputs;
        return !isMarked(secret) || JSON.stringify(rest).includes(canary);
      });
      expect(open).toEqual([]);
      expect(showing.length).toBeGreaterThan(0);
    });

    it.each(stages)('are known to functions and containers by name alone (%s, S10)', (stage) => {
      const graph = graphs()[stage];
      const functions = graph.functions.map(({ name, handler, variables }) => {
        return { name, variables, isWorker: handler.startsWith('image of ') };
      });
      const containers = containersOf(graph).map((one) => ({ ...one, isWorker: true }));
      for (const { name, variables, isWorker } of [...functions, ...containers]) {
        const service = variables['LANTERN_SERVICE'] as ServiceName;
        const told = secretNames(service, { isWorker, isAsking: 'SIDECAR_URL' in variables })
          .filter((secret) => set(stage).includes(secret))
          .map((secret) => `${pathOf(graph, secret)}:1`);
        expect(variables['LANTERN_SECRETS'], name).toBe(told.join(','));
      }
      expect(functions.length).toBeGreaterThan(0);
    });

    it.each(stages)('are in no function’s package (%s, S10)', (stage) => {
      const bundles = graphs()[stage].of('sst:cli:Bundle');
      expect(bundles.flatMap(({ inputs }) => inputs['linked'])).toEqual([]);
      expect(bundles.length).toBeGreaterThan(0);
    });

    it.each(['production', 'everything'] as const)(
      'have no token in any resource (%s)',
      (stage) => {
        const showing = graphs()[stage].resources.filter(({ type, inputs }) => {
          const text = JSON.stringify(inputs);
          return type.startsWith('aws:') && maskTokens(text) !== text;
        });
        expect(showing.map(({ type, name }) => `${type} ${name}`)).toEqual([]);
      },
    );
  });
}
