import type { BlobVersion } from '#core/platform/ports/blobs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { diskFault } from './disk-faults.ts';

export interface StopPoint {
  /** A regular expression for a description of the call: `records.update projects ready`,
   * `queue.send docs-page`, `blobs.put projects/sample/plan.json`. The first match counts. */
  readonly call: RegExp;
  /** Stops before so many steps on the disk inside the call, instead of before the call. */
  readonly disk?: { readonly directory: string; readonly step: number };
}

const ports = ['records', 'queue', 'blobs'] as const;

type Method = (...parameters: unknown[]) => Promise<unknown>;

/** A platform whose process stops (SIGSTOP) at one durable call: `told` gets `stopping`. After
 * SIGCONT it makes the call, and `told` gets the result. */
export function stopAt(
  platform: Platform,
  { call, disk }: StopPoint,
  told: (outcome: string) => void,
): Platform {
  let isOver = false;

  async function stopAndCall(run: () => Promise<unknown>): Promise<unknown> {
    const fault = disk && { directory: disk.directory, at: disk.step, how: { atOnce: stop } };
    using armed = fault && (await diskFault({ ...fault, when: 'before' }));
    if (!armed) stop();
    const result = run();
    await result.then(
      () => told('woken: done'),
      (error: unknown) => told(`woken: ${describe(error)}`),
    );
    return result;
  }

  function stop(): void {
    told('stopping');
    process.kill(process.pid, 'SIGSTOP');
  }

  function armed<Port extends object>(name: string, port: Port): Port {
    const methods = Object.entries(port).map(([method, value]) => {
      if (method === 'unsynced') return [method, armed(name, value as object)];
      if (typeof value !== 'function') return [method, value as unknown];
      const real = value as Method;
      if (method === 'newVersion') {
        return [
          method,
          async (prefix: unknown) => armedVersion((await real(prefix)) as BlobVersion),
        ];
      }
      const wrapped = (...parameters: unknown[]) => {
        const run = () => real(...parameters);
        if (isOver || !call.test(`${name}.${method} ${subject(parameters)}`)) return run();
        isOver = true;
        return stopAndCall(run);
      };
      return [method, wrapped];
    });
    return Object.fromEntries(methods) as Port;
  }

  function armedVersion(version: BlobVersion): BlobVersion {
    return { ...armed('version', version), keep: (...given) => version.keep(...given) };
  }

  return { ...platform, ...Object.fromEntries(ports.map((n) => [n, armed(n, platform[n])])) };
}

/** A queue, a key, or a table and the new status of the row. */
function subject([first, , changes]: readonly unknown[]): string {
  if (typeof first === 'string') return first;
  const { status, state } = (changes ?? {}) as { status?: string; state?: string };
  return `${(first as { name?: string } | undefined)?.name} ${status ?? state ?? ''}`;
}

function describe(error: unknown): string {
  const { kind, code } = error as { kind?: string; code?: string };
  return `${kind} ${code}`;
}
