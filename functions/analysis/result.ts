import { byAccept } from '#core/web/by-accept.ts';
import { handler as program } from './read-result.ts';

/** An analysis: its page for browsers, its result for programs. */
export const handler = byAccept(program, () => import('./job-page.ts'));
