import type { IncomingMessage } from 'node:http';

/** The body, or `overflow` as soon as it is known to be larger than the limit. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | 'overflow' | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  if (Number(length) > limit) return 'overflow';
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = () => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
    const data = (part: Buffer) => {
      size += part.length;
      if (size <= limit) {
        parts.push(part);
        return;
      }
      request.off('data', data).off('end', end);
      request.pause();
      resolve('overflow');
    };
    request.on('data', data).once('end', end);
    request.once('error', reject);
    request.once('close', () => reject(new Error('The caller went away')));
  });
}

const drained = 64 * 1024 * 1024;

/** Reads on for a while after an early answer: a caller that is still sending would otherwise be
 * reset before it sees the answer. */
export function linger(request: IncomingMessage): void {
  let size = 0;
  const stop = setTimeout(() => request.destroy(), 5_000);
  request.once('close', () => clearTimeout(stop));
  request.on('error', () => {});
  request.on('data', (part: Buffer) => {
    size += part.length;
    if (size > drained) request.destroy();
  });
  request.resume();
}
