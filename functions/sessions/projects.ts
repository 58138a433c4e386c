import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { listProjects, readStats } from '#core/sessions/summaries/list-sessions.ts';
import { amounts, project } from '#core/sessions/schema.ts';
import { endpoint } from './endpoint.ts';

export const list = endpoint({
  summary: 'The folders in which sessions were started',
  access: 'key',
  replies: { 200: { description: 'The projects', schema: z.array(project) } },
  run: async ({ platform }) => json(200, await listProjects(platform)),
});

export const stats = endpoint({
  summary: 'How much is stored',
  access: 'key',
  replies: { 200: { description: 'The amounts', schema: amounts } },
  run: async ({ platform }) => json(200, await readStats(platform)),
});
