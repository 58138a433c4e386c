import { logLines } from './log-lines.ts';

export const lines = () => logLines(10_000_000);
