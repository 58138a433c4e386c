import * as z from 'zod/mini';
import { knownFailure } from '#core/analysis/base/schema/known-failure.ts';
import { json } from '#core/http/reply/reply.ts';
import { validate } from '#core/http/request/validate.ts';
import { endpoint } from './endpoint.ts';
import { askName, form } from './page.ts';
import { listKnown } from '#core/analysis/jobs/compare/list-known.ts';
import { forgetKnown, knownBody, setKnown } from '#core/analysis/results/known-failures.ts';

const params = z.object({ name: z.string() });
const noName = { description: 'The server has users, and you have no name' };

export const list = endpoint({
  summary: 'List the tests that are known to fail',
  access: 'public',
  replies: { 200: { description: 'The tests, by name', schema: z.array(knownFailure) } },
  run: async ({ platform }) => json(200, await listKnown(platform)),
});

export const change = endpoint({
  summary: 'Mark a test as known to fail until a date; until then it does not fail a gate',
  access: 'writer',
  params,
  body: knownBody,
  replies: { 200: { description: 'Marked', schema: knownFailure }, 401: noName },
  run: async ({ platform, caller, params, body }) =>
    json(200, await setKnown(platform, caller, params.name, body)),
});

export const remove = endpoint({
  summary: 'Remove the known-to-fail mark of a test',
  access: 'writer',
  params,
  replies: {
    200: { description: 'Removed', schema: z.object({ deleted: z.string() }) },
    401: noName,
    404: { description: 'The test is not marked' },
  },
  async run({ platform, caller, params }) {
    await forgetKnown(platform, caller, params.name);
    return json(200, { deleted: params.name });
  },
});

export const submit = form({
  summary: 'Mark a test as known to fail, or remove the mark, from the form',
  access: 'writer',
  params,
  replies: {
    200: { description: 'Done' },
    400: { description: 'The page with what is wrong' },
    401: { description: 'The page that asks for a name' },
    404: { description: 'The test is not marked' },
  },
  async act({ platform, caller, params, body }) {
    if (body['task'] === 'forget') await forgetKnown(platform, caller, params.name);
    else await setKnown(platform, caller, params.name, validate(knownBody, body, 'body'));
    const { testUrl } = await import('#core/analysis/pages/urls.ts');
    return { status: 200, data: { status: 'ok' }, page: { path: testUrl(params.name) } };
  },
  async again(call, { code, message }) {
    if (code === 'no_name') return askName(call);
    if (code === 'not_known') return undefined;
    const { showTest } = await import('#core/analysis/pages/test/test-page.ts');
    const { platform, frame, params, body } = call;
    return showTest(platform, frame, params.name, { sent: body, error: message });
  },
});
