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
    const end = () => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts));
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

const mostDrained = 64 * 1024 * 1024;
const longestDrain = 5_000;

/** Reads and discards the rest of a body for a while after an early response: closing the connection
 * while the client still sends would reset it, and the client might not see the response. */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const data = (part: Buffer) => {
      size += part.length;
      if (size > mostDrained) done();
    };
    const done = () => {
      clearTimeout(timer);
      request.off('data', data);
      resolve();
    };
    const timer = setTimeout(done, longestDrain);
    request.once('end', done).once('close', done).on('data', data).on('error', done);
    request.resume();
  });
}
