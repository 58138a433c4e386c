import { byAccept } from '#core/web/by-accept.ts';
import { test as program } from './history.ts';

/** The history of a test: its page for browsers, its numbers for programs. */
export const handler = byAccept(program, () => import('./test-page.ts'));
