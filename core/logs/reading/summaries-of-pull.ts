import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** Deliveries of all repositories with a pull request of this number. */
const maxRead = 2_000;

/** The newest deliveries about a pull request, and the repositories that they are of: without a
 * `repository` a number can mean several pull requests. */
export async function summariesOfPull(
  { logs }: Pick<Platform, 'logs'>,
  pr_number: number,
  repository?: string,
) {
  const all = await logs.summaries({ pr_number }, maxRead);
  const summaries = all.filter((each) => repository === undefined || isOf(each, repository));
  return { summaries, repositories: repositoriesOf(summaries) };
}

/** The full name or the short one; files of older servers may hold only the short one. */
function isOf({ repository: short, repository_full_name: full }: WebhookSummary, name: string) {
  return name === full || name === short || (full === null && name.endsWith(`/${short}`));
}

function repositoriesOf(summaries: readonly WebhookSummary[]): string[] {
  const full = summaries.flatMap(({ repository_full_name: name }) => name ?? []);
  const short = summaries.flatMap(({ repository_full_name, repository }) =>
    repository_full_name === null ? (repository ?? []) : [],
  );
  const alone = short.filter((name) => !full.some((each) => each.endsWith(`/${name}`)));
  return [...new Set([...full, ...alone])].sort();
}
