import { analysisOverview } from '#core/analysis/results/analysis-overview.ts';
import { json } from '#core/http/reply/reply.ts';
import { countDeadLetters } from '#core/jobs/dead-letter.ts';
import {
  deadLetterNeeds,
  foundOnly,
  overview,
  overviewQuery,
  placesOf,
} from '#core/web/overview.ts';
import { endpoint } from './endpoint.ts';
import { analysis } from './manifest.ts';

export const handler = endpoint({
  summary: 'The latest analyses, what waits for a person, and the first steps',
  access: 'visitor',
  query: overviewQuery,
  replies: { 200: { description: 'For the first page of the home', schema: overview } },
  async run({ platform, caller, query: { q = '' } }) {
    if (q.trim() !== '') {
      const { findTests } = await import('#core/analysis/results/history/find-tests.ts');
      const { navigation } = await import('#core/analysis/pages/analysis-site.ts');
      const places = placesOf(q.trim(), 'Failure analysis', navigation(caller));
      return json(200, foundOnly([...places, ...(await findTests(platform, q.trim()))]));
    }
    const [own, dead] = await Promise.all([
      analysisOverview(platform),
      caller.isAdmin ? countDeadLetters(platform, analysis.jobs) : 0,
    ]);
    return json(200, { ...own, needs: [...own.needs, ...deadLetterNeeds('analysis', dead)] });
  },
});
