import * as z from 'zod/mini';
import type { Scm } from '#core/scm/client.ts';
import { withoutSlashes } from '#core/text/url.ts';

const schema = z.object({
  id: z.union([z.int(), z.string()]),
  events: z.catch(z.array(z.string()), []),
  config: z.object({
    url: z.catch(z.string(), ''),
    content_type: z.catch(z.string(), 'form'),
    /** Asterisks: the host tells only that there is one. */
    secret: z.catch(z.string(), ''),
  }),
});

export type Hook = z.output<typeof schema>;

export function hooksPath(fullName: string): string {
  return `/repos/${fullName}/hooks`;
}

/** The hook of a repository whose URL is ours. */
export async function findOurHook(
  scm: Scm,
  fullName: string,
  url: string,
): Promise<Hook | undefined> {
  const hooks = await scm.all(hooksPath(fullName));
  return hooks
    .flatMap((hook) => schema.safeParse(hook).data ?? [])
    .find(({ config }) => withoutSlashes(config.url) === url);
}
