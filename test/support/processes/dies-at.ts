import type { Platform } from '#core/platform/ports/platform.ts';
import { durable } from './kill-at.ts';

/** A platform whose process dies before the n-th durable call: every call after it fails too. 0:
 * never. */
export function diesAt(
  platform: Platform,
  at: number,
): { platform: Platform; calls: () => number } {
  let calls = 0;
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name, receiver) {
        const method: unknown = Reflect.get(target, name, receiver);
        if (name === 'unsynced') return mortal(method as object);
        if (typeof method !== 'function') return method;
        return (...given: unknown[]): unknown => {
          if (durable.has(String(name))) calls += 1;
          if (at > 0 && calls >= at) return Promise.reject(new Error('The process has died'));
          return (method as (...parameters: unknown[]) => unknown)(...given);
        };
      },
    });
  const { records, blobs, feed } = platform;
  const ports = { records: mortal(records), blobs: mortal(blobs), feed: mortal(feed) };
  return { platform: { ...platform, ...ports }, calls: () => calls };
}
