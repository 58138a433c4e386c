export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';

/** One JSON line on stderr; known secrets are masked. */
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;
