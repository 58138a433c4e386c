import type { BlobContent } from '#core/platform/ports/blobs.ts';
import { codedTag, type Coding } from '#core/text/compress.ts';

export type ReplyBody = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Complete Set-Cookie values. */
  readonly cookies?: readonly string[];
  readonly body?: ReplyBody;
  /** Without quotes; absent: computed from a body that is no stream. */
  readonly etag?: string;
  /** The content coding that compressed() will apply. */
  readonly coding?: Coding;
}

type Extras = Omit<Reply, 'status' | 'body'>;

export function json(status: number, value: unknown, extras: Extras = {}): Reply {
  return typed(status, 'application/json; charset=utf-8', JSON.stringify(value), extras);
}

export function html(status: number, document: string, extras: Extras = {}): Reply {
  return typed(status, 'text/html; charset=utf-8', document, extras);
}

export function bytes(type: string, body: ReplyBody, extras: Extras = {}): Reply {
  return typed(200, type, body, extras);
}

export function redirect(
  status: 302 | 303 | 307 | 308,
  location: string,
  extras: Extras = {},
): Reply {
  return { ...extras, status, headers: { ...extras.headers, location } };
}

/** A file: whole, a range of it, or its stored compressed form with the size of that. */
export function file(
  type: string,
  content: Omit<BlobContent, 'body'> & { readonly body: ReplyBody; readonly coding?: Coding },
  extras: Extras = {},
): Reply {
  const { range, size, coding } = content;
  const headers: Record<string, string> = {
    ...extras.headers,
    'content-type': type,
    ...(coding ? { 'content-encoding': coding } : { 'accept-ranges': 'bytes' }),
    'last-modified': content.modified.toUTCString(),
    'content-length': String(range ? range.last - range.first + 1 : size),
  };
  if (range) headers['content-range'] = `bytes ${range.first}-${range.last}/${size}`;
  return {
    ...extras,
    status: range ? 206 : 200,
    headers,
    body: content.body,
    etag: coding ? codedTag(content.etag, coding) : content.etag,
  };
}

function typed(status: number, type: string, body: ReplyBody, extras: Extras): Reply {
  return { ...extras, status, headers: { ...extras.headers, 'content-type': type }, body };
}
