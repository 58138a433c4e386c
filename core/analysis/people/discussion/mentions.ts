import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { mentionView } from '../../base/schema/records.ts';
import type { MentionList } from '../../base/schema/views.ts';
import { mentions } from '../../base/tables/discussion-tables.ts';

type Needs = Pick<Platform, 'records'>;
type User = Pick<Caller, 'username'>;

const maxShown = 100;
const batchSize = 1_000;

/** Comments that mention the user: the newest first. */
export async function listMentions({ records }: Needs, { username }: User): Promise<MentionList> {
  const mentioned = username.toLowerCase();
  const unread = { index: 'by_read', where: { mentioned, read: false } };
  const [newest, { total = 0 }] = await Promise.all([
    records.list(mentions, { where: { mentioned }, order: 'descending', limit: maxShown }),
    records.list(mentions, { ...unread, limit: 1, total: true }),
  ]);
  return { mentions: newest.rows.map((row) => mentionView.parse(row)), unread: total };
}

export const readBody = z._default(
  z.object({ ids: z.optional(z.array(z.int()).check(z.maxLength(batchSize))) }),
  {},
);

/** Marks mentions as read: all of the user's, without `ids`. Gives how many were unread. */
export async function markRead(
  { records }: Needs,
  { username }: User,
  { ids }: z.output<typeof readBody>,
): Promise<number> {
  const where = { mentioned: username.toLowerCase(), read: false };
  const query = { index: 'by_read', where, limit: batchSize };
  let marked = 0;
  for (;;) {
    const { rows } = await records.list(mentions, query);
    const meant = rows.filter(({ id }) => ids === undefined || ids.includes(id));
    for (const { mentioned, id } of meant) {
      await records.update(mentions, { mentioned, id }, { read: true });
      marked += 1;
    }
    if (ids !== undefined || rows.length < batchSize) return marked;
  }
}

/** A mail address is none. */
export const mention = /(?<![\p{L}\p{N}._@-])(@[\p{L}\p{N}][\p{L}\p{N}._-]{0,99})/gu;
const maxNames = 20;

/** The names after `@` in a comment, in lower case. */
export function mentionsIn(comment: string): string[] {
  const names = new Set<string>();
  for (const [name] of comment.matchAll(mention)) {
    names.add(
      name
        .slice(1)
        .replace(/[.-]+$/, '')
        .toLowerCase(),
    );
    if (names.size === maxNames) break;
  }
  return [...names];
}
