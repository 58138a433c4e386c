import { typeOf, type SiteFile } from '#core/docs/site/files/site-file.ts';
import { abandon } from '#core/http/reply/conditional.ts';
import { redirect, type Reply } from '#core/http/reply/reply.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { bufferedLimit } from '#core/http/reply/result.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

const linkSeconds = 60;

/** Redirects to the stored file when it is too large for a function's response; undefined: it is not,
 * or the home has no links and can stream. */
export async function toLargeFile(
  { blobs }: Platform,
  { method }: HttpRequest,
  path: string,
  { key, size, range, body }: SiteFile,
): Promise<Reply | undefined> {
  const length = range ? range.last - range.first + 1 : size;
  if (method === 'HEAD' || length <= bufferedLimit) return undefined;
  const link = await blobs.link(key, 'GET', linkSeconds, {
    type: typeOf(path),
    disposition: dispositionOf(path),
  });
  if (link === undefined) return undefined;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) abandon(body);
  // The link expires soon, and needs no login.
  return redirect(307, link, { headers: { 'cache-control': 'no-store' } });
}

/** Our security headers do not apply to another host: documents that could run scripts are saved. */
function dispositionOf(path: string): string {
  const name = encodeURIComponent(path.split('/').at(-1) ?? '');
  const kind = /\.(?:txt|md|json|png)$/.test(path) ? 'inline' : 'attachment';
  return `${kind}; filename*=UTF-8''${name}`;
}
