import { answerOffline } from '../../../scripts/offline-writer/answer.ts';
import type { RepositoryView } from '../../../scripts/offline-writer/repository/repository.ts';
import { taskLine } from '#core/ai/task.ts';
import { type Plan, pagesIn } from '#core/docs/plan.ts';

/** Asks the offline writer for the plan and then for its pages. Each question reads the
 * files again: a test of long files asks for some pages only. */
export function offlineSite(view: RepositoryView, mostPages = Infinity) {
  const planned = answerOffline(`${taskLine({ kind: 'plan' })}Plan it.`, view) ?? '';
  const plan = JSON.parse(planned) as Plan;
  const entries = [...pagesIn(plan)];
  /** Markdown by slug. */
  const pages = new Map(
    entries.slice(0, mostPages).map((entry) => {
      const prompt = `${taskLine({ kind: 'page', ...entry, pages: entries })}Write it.`;
      return [entry.slug, answerOffline(prompt, view) ?? ''];
    }),
  );
  return { plan, pages };
}
