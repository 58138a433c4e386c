import { sessionLines } from './session-lines.ts';

export const lines = () => sessionLines(300_000_000);
