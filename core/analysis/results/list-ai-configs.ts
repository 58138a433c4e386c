import type { Platform } from '#core/platform/ports/platform.ts';
import type { PeerEntry } from '#core/analysis/base/schema/request.ts';
import { jobs } from '#core/analysis/base/tables/tables.ts';
import { whileUnchanged } from '#core/analysis/base/while-unchanged.ts';

const mostRead = 1_000;

/** The models of the newest 1,000 completed analyses, each once. */
export function listAiConfigs({ records }: Pick<Platform, 'records'>): Promise<PeerEntry[]> {
  return whileUnchanged(records, 'models', async () => {
    const filter = { status: 'completed' } as const;
    const { rows } = await records.list(jobs, {
      ...{ index: 'by_age', filter, order: 'descending', limit: mostRead },
    });
    const models = rows.map(({ ai_provider, ai_model }) => ({ ai_provider, ai_model }));
    return [...new Map(models.map((model) => [JSON.stringify(model), model])).values()];
  });
}
