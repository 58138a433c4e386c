import { analysisOverview } from '#core/analysis/results/analysis-overview.ts';
import { json } from '#core/http/reply/reply.ts';
import { countDeadLetters } from '#core/jobs/dead-letter.ts';
import {
  commandsOf,
  deadLetterNeeds,
  foundOnly,
  overview,
  overviewQuery,
} from '#core/web/overview.ts';
import { endpoint } from './endpoint.ts';
import { analysis } from './manifest.ts';

export const handler = endpoint({
  summary: 'Get the latest analyses, what needs attention, and the first steps, or search',
  access: 'visitor',
  query: overviewQuery,
  replies: { 200: { description: 'The overview for the home page', schema: overview } },
  async run({ platform, caller, query: { q = '' } }) {
    if (q.trim() !== '') {
      const { findTests } = await import('#core/analysis/results/history/find-tests.ts');
      const { commands } = await import('#core/analysis/pages/commands.ts');
      const own = commands(platform.environment, caller);
      const places = commandsOf(q.trim(), 'Failure analysis', own);
      return json(200, foundOnly([...places, ...(await findTests(platform, q.trim()))]));
    }
    const [own, dead] = await Promise.all([
      analysisOverview(platform),
      caller.isAdmin ? countDeadLetters(platform, analysis.jobs) : 0,
    ]);
    return json(200, { ...own, needs: [...own.needs, ...deadLetterNeeds('analysis', dead)] });
  },
});
