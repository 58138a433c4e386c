import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { listProjects } from '#core/sessions/reading/list-projects.ts';
import { project } from '#core/sessions/schema.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The folders in which sessions were started',
  access: 'key',
  replies: { 200: { description: 'The projects', schema: z.array(project) } },
  run: async ({ platform }) => json(200, await listProjects(platform)),
});
