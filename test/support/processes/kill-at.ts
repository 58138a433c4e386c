import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

export const durable: ReadonlySet<string> = new Set([
  ...['insert', 'add', 'put', 'update', 'delete'],
  ...['send', 'receive', 'acknowledge', 'release', 'extend'],
  ...['append', 'deletePrefix', 'publish', 'keep', 'forget'],
]);

const ports = ['records', 'queue', 'blobs', 'feed', 'trees'] as const;

type Method = (...parameters: unknown[]) => Promise<unknown>;

/** A platform whose process dies before or after the n-th durable call; 0: never. */
export function killAt(
  platform: Platform,
  at: number,
  when: 'before' | 'after',
  count: () => void = () => {},
): Platform {
  let calls = 0;

  async function die(): Promise<void> {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  }

  /** Polling an empty queue changes nothing and may repeat without limit. */
  async function received(messages: unknown): Promise<unknown> {
    if ((messages as readonly unknown[]).length === 0) return messages;
    calls += 1;
    count();
    if (calls === at) await die();
    return messages;
  }

  function armed<Port extends object>(port: Port): Port {
    const methods = Object.entries(port).map(([name, value]) => {
      if (name === 'newVersion') return [name, armedVersion(value as Blobs['newVersion'])];
      if (name === 'unsynced') return [name, armed(value as object)];
      if (!durable.has(name)) return [name, value as unknown];
      const method = value as Method;
      const call: Method = async (...parameters) => {
        if (name === 'receive') return received(await method(...parameters));
        calls += 1;
        count();
        const isHit = calls === at;
        if (isHit && when === 'before') await die();
        const result = await method(...parameters);
        if (isHit) await die();
        return result;
      };
      return [name, call];
    });
    return Object.fromEntries(methods) as Port;
  }

  function armedVersion(real: Blobs['newVersion']): Blobs['newVersion'] {
    return async (prefix) => {
      const version = await real(prefix);
      return {
        ...armed(version),
        keep: (...given) => version.keep(...given),
        discard: () => version.discard(),
      };
    };
  }

  const known = ports.filter((port) => (platform as Partial<Platform>)[port] !== undefined);
  return { ...platform, ...Object.fromEntries(known.map((port) => [port, armed(platform[port])])) };
}
