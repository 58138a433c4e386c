import * as z from 'zod/mini';
import { registerPage } from '#core/analysis/pages/register/register.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'Asks for the name that signs comments and reviews',
  access: 'visitor',
  query: z.object({ next: z.optional(z.string()) }),
  show: ({ frame, caller: { username }, query: { next } }) =>
    registerPage({ ...frame, username, next }),
});
