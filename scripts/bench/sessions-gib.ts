import { sessionLines } from './session-lines.ts';

export const lines = () => sessionLines(2 ** 30);
