import * as z from 'zod/mini';
import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import { removeRules } from '#core/analysis/pages/metadata/remove-rules.ts';
import {
  jobMetadata,
  metadataBody,
  preview,
  previewBody,
} from '#core/analysis/results/metadata/metadata.ts';
import { json } from '#core/http/reply/reply.ts';
import { Failure } from '#core/platform/failure.ts';
import { endpoint } from './endpoint.ts';
import { form, page } from './page.ts';

export const show = page({
  summary: 'Show the team, tier, version and labels of jobs, and the rules that set them',
  access: 'visitor',
  async show({ platform, frame }) {
    const { showMetadata } = await import('#core/analysis/pages/metadata/metadata-page.ts');
    return showMetadata(platform, frame);
  },
});

export const submit = form({
  summary: 'Preview, save or delete the metadata rules',
  access: 'admin',
  bodyLimit: 262_144,
  replies: {
    200: { description: 'Done, or what the rules match' },
    403: { description: 'Administrators only' },
    422: { description: 'The invalid rules, each with the reason' },
  },
  question: ({ body }) => (body['task'] === 'remove' ? removeRules : undefined),
  async act({ platform, caller, body }) {
    const { changeRules } = await import('#core/analysis/results/metadata/save-rules.ts');
    const jobs = await changeRules(platform, caller, body);
    if (!jobs) return { status: 200, data: { status: 'ok' }, page: { path: '/metadata' } };
    const { showMetadata } = await import('#core/analysis/pages/metadata/metadata-page.ts');
    const frame = await analysisSite.frame(platform, caller);
    const document = await showMetadata(platform, frame, { jobs, draft: body['rules'] ?? '' });
    return { status: 200, data: { jobs }, page: { document } };
  },
  async again({ platform, body, frame }, { code, message }) {
    if (code !== 'bad_rules') return undefined;
    const { showMetadata } = await import('#core/analysis/pages/metadata/metadata-page.ts');
    return showMetadata(platform, frame, { draft: body['rules'] ?? '', error: message });
  },
});

const text = z.optional(z.string());
const metadataReply = { description: 'The metadata of the job', schema: jobMetadata };

/** `<name>/metadata`: a name has slashes, and API Gateway takes such a parameter only at the end. */
const params = z.object({ name: z.string() });

function jobOf({ name }: z.output<typeof params>): string {
  const job = /^(.+)\/metadata$/s.exec(name)?.[1];
  if (job === undefined) throw new Failure('missing', 'no_route', 'Not Found');
  return job;
}

export const list = endpoint({
  summary: 'List the jobs that have a team, tier, version or label',
  access: 'public',
  query: z.object({ team: text, tier: text, version: text, label: text }),
  replies: { 200: { description: 'The tests, by name', schema: z.array(jobMetadata) } },
  async run({ platform, query }) {
    const { listMetadata } = await import('#core/analysis/results/metadata/read-metadata.ts');
    return json(200, await listMetadata(platform, query));
  },
});

export const read = endpoint({
  summary:
    'Get the team, tier, version and labels of a job; the path is the job’s name and /metadata',
  access: 'public',
  params,
  replies: { 200: metadataReply, 404: { description: 'The job has no metadata' } },
  async run({ platform, params }) {
    const { readMetadata } = await import('#core/analysis/results/metadata/read-metadata.ts');
    return json(200, await readMetadata(platform, jobOf(params)));
  },
});

export const change = endpoint({
  summary: 'Replace the metadata of a job, which overrides the rules',
  access: 'writer',
  params,
  body: metadataBody,
  replies: { 200: { description: 'The new metadata', schema: jobMetadata } },
  async run({ platform, caller, params, body }) {
    const { setMetadata } = await import('#core/analysis/results/metadata/change-metadata.ts');
    return json(200, await setMetadata(platform, caller, jobOf(params), body));
  },
});

export const remove = endpoint({
  summary: 'Delete the metadata of a job; the rules apply again',
  access: 'writer',
  params,
  replies: {
    200: {
      description: 'Removed',
      schema: z.object({ status: z.literal('deleted'), job_name: z.string() }),
    },
    404: { description: 'No metadata is set for the job' },
  },
  async run({ platform, params }) {
    const { removeMetadata } = await import('#core/analysis/results/metadata/change-metadata.ts');
    const job_name = jobOf(params);
    await removeMetadata(platform, job_name);
    return json(200, { status: 'deleted', job_name });
  },
});

export const tryRules = endpoint({
  summary:
    'Preview what metadata rules set for jobs: the rules of the request, or the current ones',
  access: 'admin',
  body: previewBody,
  bodyLimit: 262_144,
  replies: {
    200: { description: 'Each job, with the positions of the rules that match', schema: preview },
    403: { description: 'Administrators only' },
    422: { description: 'The invalid rules, each with the reason' },
  },
  async run({ platform, body }) {
    const { previewRules } = await import('#core/analysis/results/metadata/preview-rules.ts');
    return json(200, { jobs: await previewRules(platform, body) });
  },
});
