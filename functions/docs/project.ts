import * as z from 'zod/mini';
import { doneNotice } from '#core/docs/pages/done.ts';
import { removeProject } from '#core/docs/pages/questions.ts';
import { deleteProject } from '#core/docs/projects/delete-project.ts';
import { recordOf } from '#core/docs/projects/project-entry.ts';
import { archiveOf } from '#core/docs/site/archive.ts';
import { readChangeable, readFamily, readProject } from '#core/docs/store.ts';
import { bytes, json, redirect } from '#core/http/reply/reply.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { endpoint } from './endpoint.ts';
import { explain, form, page } from './page.ts';
import { doneQuery, ownerQuery, projectParams } from './project-route.ts';

export const read = endpoint({
  summary: 'Get a project, with its plan as text and as an object',
  access: 'known',
  params: projectParams,
  query: ownerQuery,
  replies: { 200: { description: 'The project' }, 404: { description: 'No such project' } },
  async run({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    return json(200, recordOf(project, await readFamily(platform, project)));
  },
});

export const show = page({
  summary: 'Show a project: plan, progress, history and access',
  access: 'known',
  params: projectParams,
  query: z.extend(ownerQuery, doneQuery.shape),
  replies: { 404: { description: 'No such project' } },
  async show({ platform, request, caller, params, query, frame }) {
    const [{ projectPage }, { readProjectPage }] = await Promise.all([
      import('#core/docs/pages/project/project.ts'),
      import('#core/docs/pages/project/read-project-page.ts'),
    ]);
    const content = await readProjectPage(platform, caller, params.name, query.owner);
    const baseUrl = baseUrlOf(request);
    return projectPage({ ...frame, ...content, baseUrl, notice: doneNotice(query) });
  },
});

export const remove = endpoint({
  summary: 'Delete a project, with its files and grants',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: { description: 'Removed', schema: z.object({ deleted: z.string() }) },
    404: { description: 'No such project' },
    409: { description: 'A generation is running' },
  },
  async run({ platform, caller, params, query }) {
    const project = await readChangeable(platform, caller, params.name, query.owner);
    await deleteProject(platform, project);
    return json(200, { deleted: project.name });
  },
});

export const removeForm = form({
  summary: 'Delete a project from its page',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: { description: 'Removed' },
    404: { description: 'No such project' },
    409: { description: 'A generation is running' },
  },
  question: ({ params }) => removeProject(params.name),
  async act({ platform, caller, params, query }) {
    const project = await readChangeable(platform, caller, params.name, query.owner);
    await deleteProject(platform, project);
    return { status: 200, data: { deleted: project.name }, page: { path: '/' } };
  },
});

export const download = endpoint({
  summary: 'Download the site as a .tar.gz archive',
  access: 'known',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: { description: 'The archive', type: 'application/gzip' },
    302: {
      description:
        'Redirect to the archive in cloud storage or, for browsers without a session, to the login page',
    },
    400: { description: 'The site is not finished yet' },
    404: { description: 'No such project' },
  },
  async run({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    const { fileName, etag, body, link } = await archiveOf(platform, project);
    if (link !== undefined) return redirect(302, link);
    const headers = { 'content-disposition': `attachment; filename="${fileName}"` };
    return bytes('application/gzip', body, { headers, etag });
  },
  explain,
});
