import * as z from 'zod/mini';
import { correctionRow } from '#core/analysis/base/schema/views.ts';
import { forgetCorrection } from '#core/analysis/pages/corrections/questions.ts';
import { assertNamed } from '#core/analysis/people/caller.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { askName, form, page } from './page.ts';

export const list = endpoint({
  summary: 'List the corrections that later analyses reuse',
  access: 'public',
  replies: { 200: { description: 'The results, newest first', schema: z.array(correctionRow) } },
  async run({ platform }) {
    const { listCorrections } = await import('#core/analysis/results/list-corrections.ts');
    return json(200, await listCorrections(platform));
  },
});

export const show = page({
  summary: 'Show the corrections, each with a button that deletes it',
  access: 'visitor',
  async show({ platform, frame }) {
    const { showCorrections } = await import('#core/analysis/pages/corrections/corrections.ts');
    return showCorrections(platform, frame);
  },
});

export const submit = form({
  summary: 'Delete a correction from the page',
  access: 'person',
  replies: {
    200: { description: 'Deleted' },
    401: { description: 'The page that asks for a name' },
    404: { description: 'No correction of this error' },
  },
  question: () => forgetCorrection,
  async act({ platform, caller, body }) {
    assertNamed(caller);
    const { forgetOverride } = await import('#core/analysis/results/override-classification.ts');
    await forgetOverride(platform, caller, body['signature'] ?? '');
    return { status: 200, data: { status: 'ok' }, page: { path: '/corrections' } };
  },
  again: async (call, { code }) => (code === 'no_name' ? askName(call) : undefined),
});
