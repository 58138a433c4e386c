import { describe, expect, it } from 'vitest';
import { environmentOf } from '#core/platform/config.ts';
import { maskSecrets, maskTokens } from '#core/text/mask.ts';
import { services } from '#functions/manifest.ts';
import { canary, containersOf, isMarked, secrets } from '#test/support/rollout-graph.ts';
import type { Graphs } from './graphs.ts';

export function secretsSuite(graphs: () => Graphs): void {
  describe('secrets', () => {
    it.each(['real', 'usual', 'everything'] as const)('stand in no resource (%s)', (stage) => {
      const showing = graphs()[stage].marked.filter((resource) =>
        JSON.stringify(resource).includes(canary),
      );
      // SST's own notes of what is linked, which Pulumi encrypts.
      expect(showing.filter(({ type }) => type !== 'sst:sst:LinkRef')).toEqual([]);
      expect(showing.filter(({ inputs }) => !isMarked(inputs['properties']))).toEqual([]);
      expect(showing.length).toBeGreaterThan(0);
    });

    it.each(['production', 'usual', 'everything'] as const)(
      'are no variable of a function or container, whatever they look like (%s)',
      (stage) => {
        const graph = graphs()[stage];
        const names = Object.values(services).flatMap(({ secrets: own = [] }) => own);
        const forbidden = names.map(({ name }) => name);
        const variables = [...graph.functions, ...containersOf(graph)].flatMap((one) =>
          Object.entries(one.variables),
        );
        const showing = variables.filter(
          ([name, value]) =>
            forbidden.includes(name) || maskSecrets(`${name}=${value}`) !== `${name}=${value}`,
        );
        expect(showing.map(([name]) => name)).toEqual([]);
        expect(variables.length).toBeGreaterThan(0);
      },
    );

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

    it('reach the image, sealed', () => {
      const working = graphs().usual.find('image of docs/docs-large');
      const read = environmentOf(working?.variables ?? {}, () => new Uint8Array());
      expect(read['ADMIN_KEY']).toBe(secrets['AdminKey']);
      expect(read).not.toHaveProperty('LOGS_KEY');
    });

    it('reach a task, sealed', () => {
      const [task] = containersOf(graphs().everything, 'DocsWorker');
      const read = environmentOf(task?.variables ?? {}, () => new Uint8Array());
      expect(read['ADMIN_KEY']).toBe(secrets['AdminKey']);
    });

    it('reach a service’s own functions', () => {
      const bundles = graphs().real.of('sst:cli:Bundle');
      const linked = (name: string) =>
        bundles.find((found) => found.name === name)?.inputs['linked'];
      // Model keys are for the image.
      expect(linked('DocsHome')).toEqual(['AdminKey']);
      expect(linked('SessionsHealth')).toEqual(['SessioninfoKey']);
    });
  });
}
