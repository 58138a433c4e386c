import type { Log } from '#core/platform/ports/log.ts';

type Malformed = readonly (readonly [path: string, lines: number])[];

export function warn(log: Log, malformed: Malformed): void {
  for (const [file, lines] of malformed) {
    log('WARNING', 'malformed lines were skipped', { file, lines });
  }
}
