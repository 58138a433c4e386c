import { maskSecrets } from '#core/text/mask.ts';
import { currentLogFields } from './log-fields.ts';
import type { Log, LogLevel } from '#core/platform/ports/log.ts';

const rank: Record<LogLevel, number> = { DEBUG: 0, INFO: 1, WARNING: 2, ERROR: 3 };

export interface LogOptions {
  readonly level: LogLevel;
  /** Part of every line: several services may write to one stream. */
  readonly service: string;
  readonly secrets: readonly string[];
  readonly write: (line: string) => void;
  readonly now: () => Date;
}

/** Writes JSON lines; masks known secrets and everything that has the form of a token (S10). */
export function jsonLog(options: LogOptions): Log {
  const { level, service, secrets, write, now } = options;
  return (lineLevel, message, fields = {}) => {
    if (rank[lineLevel] < rank[level]) return;
    const line = {
      time: now().toISOString(),
      level: lineLevel,
      service,
      message,
      ...currentLogFields(),
      ...fields,
    };
    write(maskSecrets(JSON.stringify(line), secrets));
  };
}
