import * as z from 'zod/mini';
import { readSessionPage } from '#core/agent/pages/read-session-page.ts';
import { listModels } from '#core/agent/providers.ts';
import { offset, pathPart } from '#core/agent/schema.ts';
import { listSessions } from '#core/agent/sessions.ts';
import { form, page } from './page.ts';

const bodyLimit = 1024 * 1024;
const params = z.object({ id: pathPart });
const missing = { 404: { description: 'No such session, or no open question' } };

export const showList = page({
  summary: 'Show the sessions, and a form to try a prompt',
  access: 'key',
  async show({ platform, frame }) {
    const { sessionsPage } = await import('#core/agent/pages/sessions-page.ts');
    const [{ sessions }, { models }] = await Promise.all([
      listSessions(platform),
      listModels(platform),
    ]);
    return sessionsPage({ ...frame, sessions, models });
  },
});

export const submitTry = form({
  summary: 'Create a session and send it a prompt from the form',
  access: 'key',
  bodyLimit,
  replies: { 200: { description: 'Sent' } },
  async act({ platform, body }) {
    const { tryPrompt } = await import('#core/agent/pages/act.ts');
    return { status: 200, data: {}, page: { path: await tryPrompt(platform, body) } };
  },
});

export const show = page({
  summary: 'Show a session: its messages, cost and open questions',
  access: 'key',
  params,
  query: z.object({ offset: z.optional(offset) }),
  replies: missing,
  async show({ platform, params: { id }, query, frame }) {
    const { sessionPage } = await import('#core/agent/pages/session-page.ts');
    return sessionPage({ ...frame, ...(await readSessionPage(platform, id, query.offset)) });
  },
});

export const submit = form({
  summary: 'Submit a form of a session page: prompt, abort, allow, refuse or delete',
  access: 'key',
  params,
  bodyLimit,
  replies: { ...missing, 200: { description: 'Done' } },
  question({ params: { id }, body }) {
    if (body['task'] !== 'delete') return undefined;
    const text = 'Its conversation is removed, and a turn that runs is ended.';
    const back = `/read/${encodeURIComponent(id)}`;
    return { question: 'Delete this session?', text, verb: 'Delete', back };
  },
  async act({ platform, params: { id }, body }) {
    const { actOnSession } = await import('#core/agent/pages/act.ts');
    return { status: 200, data: {}, page: { path: await actOnSession(platform, id, body) } };
  },
});
