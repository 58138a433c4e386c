import type { Platform } from '../../platform/ports/platform.ts';
import { sessions } from '../tables.ts';

/** All sessions, those that were used last at the end. `to`: only those without activity since. */
export async function* everySession({ records }: Pick<Platform, 'records'>, to?: string) {
  const query = {
    ...{ index: 'by_activity', where: { all: 'all' as const }, limit: 200 },
    ...(to !== undefined && { to }),
  };
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined;) {
    const page = await records.list(sessions, {
      ...query,
      ...(cursor !== undefined && { cursor }),
    });
    yield* page.rows;
    cursor = page.cursor;
    isFirst = false;
  }
}
