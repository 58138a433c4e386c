import { describe, expect, it } from 'vitest';
import { jobs, type JobGroup } from '#core/analysis/base/tables/job-tables.ts';
import { eachTest } from '#test/support/each-test.ts';
import { answer, openExplainWorld } from '#test/support/analysis/explain-world.ts';
import type { Rule } from '#test/support/ai/scripted-ai.ts';
import { homes } from '#test/support/homes.ts';

const peer = (ai_provider: string, ai_model = 'p') => ({ ai_provider, ai_model });
const [b, c] = [peer('provider_b'), peer('provider_c')];
const part = (name: string, rule: Rule, round?: number): Rule => ({
  ...rule,
  task: { part: name, ...(round !== undefined && { round }) },
});
const bad: Rule = { exit: 1, stderr: 'out of order' };

/** What is in the rounds of a debate, a line each. */
const lines = ({ peer_debate }: JobGroup) =>
  peer_debate?.rounds.map(
    ({ round, ai_provider, role, classification, agrees_with_orchestrator: agrees }) =>
      `${round} ${role} ${ai_provider.at(-1)} ${classification || '-'} ${agrees}`,
  );

/** A debate of several models about one group of failures. */
describe.each(homes())('debates on $name', ({ home }) => {
  const world = eachTest(() => openExplainWorld(home));

  describe('a debate', () => {
    const [code, bug, infra] = [
      answer('CODE ISSUE'),
      answer('PRODUCT BUG'),
      answer('INFRASTRUCTURE'),
    ];

    it.each<[string, Rule[], Rule[], Rule[], string[], object]>([
      [
        'ends when all peers agree, whatever they say of it',
        [code],
        [answer('CODE ISSUE', { agrees: false })],
        [answer('code_issue')],
        [
          '1 orchestrator a CODE ISSUE null',
          '1 peer b CODE ISSUE true',
          '1 peer c CODE ISSUE true',
        ],
        { consensus_reached: true, rounds_used: 1 },
      ],
      [
        'goes on until the revised analysis is agreed with',
        [part('revision', bug), code],
        [bug],
        [bug],
        [
          ...['1 orchestrator a CODE ISSUE null', '1 peer b PRODUCT BUG false'],
          ...['1 peer c PRODUCT BUG false', '1 orchestrator a PRODUCT BUG null'],
          ...['2 peer b PRODUCT BUG true', '2 peer c PRODUCT BUG true'],
        ],
        { consensus_reached: true, rounds_used: 2 },
      ],
      [
        'does not count a peer that fails',
        [code],
        [bad],
        [code],
        ['1 orchestrator a CODE ISSUE null', '1 peer b - false', '1 peer c CODE ISSUE true'],
        { consensus_reached: true, rounds_used: 1 },
      ],
      [
        'stops when all peers fail',
        [code],
        [bad],
        [{ text: 'I cannot say.' }],
        ['1 orchestrator a CODE ISSUE null', '1 peer b - false', '1 peer c - false'],
        { consensus_reached: false, rounds_used: 1 },
      ],
      [
        'keeps the analysis when its revision fails, and ends with the last round',
        [part('revision', bad, 1), part('revision', { text: 'Hm.' }, 2), code],
        [infra],
        [bad],
        [
          ...[
            '1 orchestrator a CODE ISSUE null',
            '1 peer b INFRASTRUCTURE false',
            '1 peer c - false',
          ],
          ...['1 orchestrator a CODE ISSUE null'],
          ...[
            '2 peer b INFRASTRUCTURE false',
            '2 peer c - false',
            '2 orchestrator a CODE ISSUE null',
          ],
        ],
        { consensus_reached: false, rounds_used: 2 },
      ],
    ])('%s', async (_, main, second, third, rounds, debate) => {
      world().say('provider_a', ...main);
      world().say('provider_b', ...second);
      world().say('provider_c', ...third);
      const params = { peer_ai_configs: [b, c], peer_analysis_max_rounds: 2 };
      const { job } = await world().job(params);
      const group = await world().explain(job);
      expect(lines(group)).toEqual(rounds);
      expect(group.peer_debate).toMatchObject({
        ...{ max_rounds: 2, ai_configs: [peer('provider_a', 'main'), b, c] },
        ...debate,
      });
      const last = rounds.filter((line) => line.includes('orchestrator')).at(-1);
      expect(last).toContain(` ${group.detail?.classification} `);
      expect([group.debate_state, group.source]).toEqual([null, 'model']);
    });

    it('shows the peers the analysis, and from round 2 what the others said last', async () => {
      world().say('provider_a', answer('CODE ISSUE', { details: 'main says' }));
      world().say('provider_b', answer('PRODUCT BUG', { details: 'second says' }));
      world().say(
        'provider_c',
        part('review', answer('INFRASTRUCTURE', { details: 'third says' }), 1),
        part('review', bad, 2),
        part('review', answer('INFRASTRUCTURE', { details: 'third again' }), 3),
      );
      const { job } = await world().job({ peer_ai_configs: [b, c] });
      await world().explain(job);
      const said = ['main says', 'second says', 'third says', 'third again'];
      const shown = (provider: 'provider_a' | 'provider_b' | 'provider_c') =>
        world()
          .calls(provider)
          .map(({ prompt }) => said.filter((text) => prompt.includes(text)).join());
      expect(shown('provider_b')).toEqual([
        ...['main says', 'main says,third says', 'main says,third says'],
      ]);
      expect(shown('provider_c').filter(Boolean).slice(0, 2)).toEqual([
        ...['main says', 'main says,second says'],
      ]);
      expect(shown('provider_a')).toEqual([
        ...['', 'main says,second says,third says', 'main says,second says,third says'],
        'main says,second says,third again',
      ]);
      const row = await world().platform.records.get(jobs, { id: job.id });
      const phases = [1, 2, 3].flatMap((round) => [
        `peer_review_round_${round}`,
        `orchestrator_revising_round_${round}`,
      ]);
      expect(row?.progress_log.map(({ phase }) => phase)).toEqual(phases);
    });

    it('asks so many peers at once as the analysis may, each in a step of its own', async () => {
      for (const provider of ['provider_a', 'provider_b'] as const) world().say(provider, code);
      const peers = ['m1', 'm2', 'm3', 'm1', 'm5'].map((model) => peer('provider_b', model));
      const { job } = await world().job({ peer_ai_configs: peers, max_concurrent_ai_calls: 2 });
      const steps: number[] = [];
      const count = ({ debate_state }: JobGroup) => steps.push(debate_state?.length ?? 0);
      const group = await world().explain(job, {}, count);
      expect(steps).toEqual([1, 3, 5, 0]);
      expect(group.peer_debate?.rounds.map(({ ai_model }) => ai_model)).toEqual([
        ...['main', 'm1', 'm2', 'm3', 'm1', 'm5'],
      ]);
      // The same model twice gives two reviews.
      expect(world().calls('provider_b')).toHaveLength(5);
    });

    it('pays for each call once, whichever step is repeated (R1)', async () => {
      world().say('provider_a', code);
      world().say('provider_b', bug);
      const { job } = await world().job({ peer_ai_configs: [b], peer_analysis_max_rounds: 2 });
      const whole = await world().explain(job);
      // A worker that dies before its step is stored: the row is as it was, and all steps come again.
      const { version: _, ...again } = (await world().explain(job)) as JobGroup & {
        version: number;
      };
      expect(again).toEqual({ ...whole, version: undefined });
      expect(world().calls('provider_a')).toHaveLength(3);
      expect(world().calls('provider_b')).toHaveLength(2);
      expect(new Set(again.calls.map(({ id }) => id)).size).toBe(5);
    });
  });
});
