import * as z from 'zod/mini';
import { settings } from '#core/platform/settings.ts';

/** By host, or by host and port; `token` or `user:token`. */
type GitTokens = ReadonlyMap<string, string>;

/** A message names an entry by its number: any part of a wrong entry may be the token. */
const tokens = z.pipe(
  z.string(),
  z.transform((text: string, context): GitTokens => {
    const logins = new Map<string, string>();
    for (const [index, entry] of text.split(',').entries()) {
      const [, name = '', token = ''] = /^([^=]+)=((?:[^:]+:)?[^:]+)$/.exec(entry.trim()) ?? [];
      const host = hostOf(name);
      if (host !== undefined && /^[\x21-\x7e]{1,4096}$/.test(token) && !logins.has(host)) {
        logins.set(host, token);
        continue;
      }
      const place = `entry ${index + 1}`;
      const message =
        host !== undefined && logins.has(host)
          ? `${place} names the same host as an entry before it`
          : `${place} must be host=token or host=user:token (entries are separated by commas)`;
      context.issues.push({ code: 'custom', message, input: undefined });
      return z.NEVER;
    }
    return logins;
  }),
);

/** The operator's logins for private https repositories. */
export const gitTokenSettings = settings({
  /** logins for private https repositories: `host=token` or `host=user:token`, separated by commas;
   * `host:8443=…` for one port */
  GIT_TOKENS: z._default(tokens, new Map()),
});

/** Normalized like the host of a URL. */
function hostOf(name: string): string | undefined {
  const hostname = /[\s/?#@\\%]/.test(name) ? undefined : URL.parse(`https://${name}/`)?.hostname;
  const port = /(?<!:.*):(\d+)$/.exec(name.replace(/^\[.*\]/, ''))?.[1];
  const host = hostname?.replace(/\.$/, '');
  return host === undefined || port === undefined ? host : `${host}:${Number(port)}`;
}
