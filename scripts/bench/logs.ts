import { logLines } from './log-lines.ts';

export const lines = () => logLines(1_000_000);
