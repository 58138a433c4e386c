import * as z from 'zod/mini';
import { parsed, settings } from '#core/platform/settings.ts';
import { readHttpUrl, withoutSlashes } from '#core/text/url.ts';

/** Without a slash at the end: paths begin with one. */
function baseUrl(text: string): string | undefined {
  const url = readHttpUrl(text);
  const isPlain = url && url.username === '' && url.search === '' && url.hash === '';
  return isPlain ? withoutSlashes(url.href) : undefined;
}

/** How the code host is reached. */
export const scmSettings = settings({
  /** base URL of the code host's REST API; unset: the public GitHub's, `https://api.github.com` */
  SCM_API_URL: z.optional(parsed('must be an http or https URL without a login', baseUrl)),
  /** the code host's token */
  SCM_TOKEN: z.optional(z.string()),
  /** read when `SCM_TOKEN` is not set */
  GH_TOKEN: z.optional(z.string()),
});

export const publicApi = 'https://api.github.com';

/** For Scm: an enterprise server has its REST API below `/api/v3`, and GraphQL beside it. */
export function graphqlPathOf(url: string): string {
  return url.endsWith('/api/v3') ? url.replace(/\/v3$/, '/graphql') : '/graphql';
}
