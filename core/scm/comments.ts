import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Scm } from './client.ts';
import { isOurs } from './viewer.ts';

const start = '<!-- lantern:';

/** The hidden line by which a comment of ours is found again. */
export function markerOf(key: string): string {
  return `${start}${createHash('sha256').update(key).digest('hex').slice(0, 16)} -->`;
}

/** Whether the text may be ours: it then holds no commands, so that we never answer ourselves. */
export function isMarked(text: string): boolean {
  return text.includes(start);
}

interface OwnComment {
  readonly id: number;
  readonly body: string;
}

const schema = z.object({
  id: z.int(),
  body: z.catch(z.string(), ''),
  user: z.catch(z.object({ login: z.string(), type: z._default(z.string(), 'User') }), {
    login: '',
    type: 'User',
  }),
});

/** The host takes 65,536 characters. */
const maxLength = 65_000;

interface Place {
  /** The repository in the API. */
  readonly path: string;
  readonly number: number;
  /** Names the comment within its pull request. */
  readonly key: string;
  /** The comment cannot be older (ISO 8601). */
  readonly since?: string;
}

/** Our comment of that key. The mark alone does not make it ours: everyone can write it. */
async function findComment(scm: Scm, place: Place): Promise<OwnComment | undefined> {
  const { path, number, key, since } = place;
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
  const mark = markerOf(key);
  for (const each of await scm.all(`${path}/issues/${number}/comments${query}`)) {
    const { data } = schema.safeParse(each);
    if (data?.body.includes(mark) && (await isOurs(scm, data.user))) return data;
  }
  return undefined;
}

/** Writes the comment once: an earlier one of the same key gets the new text, which may be made of
 * the old one. Without a text it stays as it is. */
export async function putComment(
  scm: Scm,
  place: Place,
  text: string | ((earlier: string | undefined) => string | undefined),
): Promise<void> {
  const { path, number, key } = place;
  const earlier = await findComment(scm, place);
  const whole = typeof text === 'string' ? text : text(earlier?.body);
  if (whole === undefined) return;
  const body = `${whole.slice(0, maxLength).toWellFormed()}\n\n${markerOf(key)}`;
  if (earlier?.body === body) return;
  if (earlier) {
    await scm.call(`${path}/issues/comments/${earlier.id}`, { method: 'PATCH', body: { body } });
  } else {
    const look = () => findComment(scm, place);
    const options = { method: 'POST', body: { body }, look } as const;
    await scm.call(`${path}/issues/${number}/comments`, options);
  }
}
