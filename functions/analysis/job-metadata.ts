import * as z from 'zod/mini';
import { removeMetadata, setMetadata } from '#core/analysis/results/metadata/change-metadata.ts';
import { jobMetadata, metadataBody } from '#core/analysis/results/metadata/metadata.ts';
import {
  preview,
  previewBody,
  previewRules,
} from '#core/analysis/results/metadata/preview-rules.ts';
import { listMetadata, readMetadata } from '#core/analysis/results/metadata/read-metadata.ts';
import { json } from '#core/http/reply/reply.ts';
import { Failure } from '#core/platform/failure.ts';
import { endpoint } from './endpoint.ts';

const text = z.optional(z.string());
const known = { description: 'What is known of the job', schema: jobMetadata };

/** `<name>/metadata`: a name has slashes, and API Gateway takes such a parameter only at the end. */
const params = z.object({ name: z.string() });

function jobOf({ name }: z.output<typeof params>): string {
  const job = /^(.+)\/metadata$/s.exec(name)?.[1];
  if (job === undefined) throw new Failure('missing', 'no_route', 'Not Found');
  return job;
}

export const list = endpoint({
  summary: 'The jobs of which a team, tier, version or label is known',
  access: 'public',
  query: z.object({ team: text, tier: text, version: text, label: text }),
  replies: { 200: { description: 'By name', schema: z.array(jobMetadata) } },
  run: async ({ platform, query }) => json(200, await listMetadata(platform, query)),
});

export const read = endpoint({
  summary: 'Team, tier, version and labels of a job; the path is its name and /metadata',
  access: 'public',
  params,
  replies: { 200: known, 404: { description: 'Nothing is known of it' } },
  run: async ({ platform, params }) => json(200, await readMetadata(platform, jobOf(params))),
});

export const change = endpoint({
  summary: 'Replaces what is set for a job, which wins over the rules',
  access: 'writer',
  params,
  body: metadataBody,
  replies: { 200: { description: 'What is set', schema: jobMetadata } },
  async run({ platform, caller, params, body }) {
    return json(200, await setMetadata(platform, caller, jobOf(params), body));
  },
});

export const remove = endpoint({
  summary: 'Removes what is set for a job; the rules hold again',
  access: 'writer',
  params,
  replies: {
    200: {
      description: 'Removed',
      schema: z.object({ status: z.literal('deleted'), job_name: z.string() }),
    },
    404: { description: 'Nothing is set for it' },
  },
  async run({ platform, params }) {
    const job_name = jobOf(params);
    await removeMetadata(platform, job_name);
    return json(200, { status: 'deleted', job_name });
  },
});

export const previewed = endpoint({
  summary: 'What rules say of jobs: those given, or those in force',
  access: 'admin',
  body: previewBody,
  bodyLimit: 262_144,
  replies: {
    200: { description: 'Each job, with the positions of the rules that match', schema: preview },
    403: { description: 'For administrators only' },
    422: { description: 'What is wrong with which rule' },
  },
  run: async ({ platform, body }) => json(200, { jobs: await previewRules(platform, body) }),
});
