import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { listProjects, readStats } from '#core/sessions/summaries/list-sessions.ts';
import { amounts, project } from '#core/sessions/schema.ts';
import { endpoint } from './endpoint.ts';

export const list = endpoint({
  summary: 'List the projects: the folders in which sessions were started',
  access: 'key',
  replies: { 200: { description: 'The projects', schema: z.array(project) } },
  run: async ({ platform }) => json(200, await listProjects(platform)),
});

export const stats = endpoint({
  summary: 'Get the number of stored sessions, messages and projects',
  access: 'key',
  replies: { 200: { description: 'The counts', schema: amounts } },
  run: async ({ platform }) => json(200, await readStats(platform)),
});
