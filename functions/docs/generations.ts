import * as z from 'zod/mini';
import { abortGeneration } from '#core/docs/generate/end.ts';
import type { generate as start } from '#core/docs/generate/generate.ts';
import { readProgress } from '#core/docs/generate/progress/read-progress.ts';
import { atField, formProblems, requestOfForm } from '#core/docs/pages/generate/read-form.ts';
import type { PageFrame } from '#core/docs/pages/views.ts';
import { progressSchema } from '#core/docs/progress.ts';
import { generationEntry } from '#core/docs/projects/project-entry.ts';
import { estimateSchema, generateBody } from '#core/docs/schema.ts';
import { listGenerations, readChangeable, readProject } from '#core/docs/store.ts';
import { json } from '#core/http/reply/reply.ts';
import { validate } from '#core/http/request/validate.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { endpoint } from './endpoint.ts';
import { form } from './page.ts';
import { docsSite } from '#core/docs/pages/docs-site.ts';
import { ownerQuery, projectParams } from './project-route.ts';

/** Loaded by what generates: pages ask for the progress again and again. */
const startGeneration: typeof start = async (...request) => {
  const useCase = await import('#core/docs/generate/generate.ts');
  return useCase.generate(...request);
};

function pageOfForm() {
  return [
    import('#core/docs/pages/generate/generate-form.ts'),
    import('#core/docs/pages/generate/generate-view.ts'),
  ] as const;
}

/** The form as it was sent, with what was wrong. */
async function again(
  {
    platform,
    caller,
    body: values,
    frame,
  }: {
    readonly platform: Platform;
    readonly caller: Caller;
    readonly body: Readonly<Record<string, string>>;
    readonly frame: PageFrame;
  },
  failure: Failure,
): Promise<string> {
  const [{ generatePage }, { generateViewOf }] = await Promise.all(pageOfForm());
  const view = await generateViewOf(platform, caller);
  return generatePage({
    ...frame,
    generate: { ...view, values, problems: formProblems(failure) },
  });
}

export const generate = endpoint({
  summary: 'Start generating the documentation of a repository',
  access: 'writer',
  body: generateBody,
  replies: {
    202: {
      description: 'Accepted',
      schema: z.object({
        project: z.string(),
        status: z.enum(['generating', 'queued']),
        warning: z.optional(z.string()),
      }),
    },
    400: { description: 'The repository, provider, model or timeout is invalid' },
    409: { description: 'A generation of the project is already running' },
  },
  run: async ({ platform, caller, body }) =>
    json(202, await startGeneration(platform, caller, body)),
});

export const estimate = endpoint({
  summary: 'Estimate the pages, model calls, tokens and cost of a generation',
  access: 'writer',
  body: generateBody,
  replies: {
    200: { description: 'The estimate; nothing was generated', schema: estimateSchema },
    400: { description: 'The repository, provider, model or timeout is invalid' },
  },
  async run({ platform, caller, body }) {
    const useCase = await import('#core/docs/generate/estimate.ts');
    return json(200, await useCase.estimate(platform, caller, body));
  },
});

export const generateForm = form({
  summary: 'Start a generation from the form',
  access: 'writer',
  replies: {
    202: { description: 'Accepted' },
    400: { description: 'The repository, provider, model or timeout is invalid' },
    409: { description: 'A generation of the project is already running' },
  },
  async act({ platform, caller, body: { sure: _sure, ...fields } }) {
    const request = validate(generateBody, requestOfForm(fields), 'body');
    const data = await startGeneration(platform, caller, request);
    return { status: 202, data, page: { path: `/projects/${encodeURIComponent(data.project)}` } };
  },
  atField,
  again,
});

export const estimateForm = form({
  summary: 'Estimate a generation from the form',
  access: 'writer',
  replies: {
    200: { description: 'The estimate, with the form' },
    400: { description: 'The repository, provider, model or timeout is invalid' },
  },
  async act({ platform, caller, body: values }) {
    const request = validate(generateBody, requestOfForm(values), 'body');
    const [useCase, { generatePage }, { generateViewOf }] = await Promise.all([
      import('#core/docs/generate/estimate.ts'),
      ...pageOfForm(),
    ]);
    const data = await useCase.estimate(platform, caller, request);
    const generate = { ...(await generateViewOf(platform, caller)), values };
    const frame = await docsSite.frame(platform, caller);
    const document = generatePage({ ...frame, generate, estimate: data });
    return { status: 200, data, page: { document } };
  },
  atField,
  again,
});

const retryReplies = {
  202: {
    description: 'Accepted',
    schema: z.object({ project: z.string(), status: z.literal('generating') }),
  },
  404: { description: 'No such project' },
  409: { description: 'A generation is running, or no page has failed' },
};

export const retry = endpoint({
  summary: 'Retry the pages that failed in the latest generation',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: retryReplies,
  run: async (call) => json(202, await startRetry(call)),
});

export const retryForm = form({
  summary: 'Retry failed pages from the project page',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: retryReplies,
  async act(call) {
    const data = await startRetry(call);
    return { status: 202, data, page: { path: `/projects/${encodeURIComponent(data.project)}` } };
  },
});

async function startRetry({
  platform,
  caller,
  params,
  query,
}: {
  readonly platform: Platform;
  readonly caller: Caller;
  readonly params: z.output<typeof projectParams>;
  readonly query: z.output<typeof ownerQuery>;
}) {
  const project = await readChangeable(platform, caller, params.name, query.owner);
  const useCase = await import('#core/docs/generate/retry.ts');
  return useCase.retry(platform, caller, project);
}

export const abort = endpoint({
  summary: 'Stop a running generation',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    202: {
      description: 'The generation stops within seconds',
      schema: z.object({ aborted: z.string() }),
    },
    404: { description: 'No such project, or no generation is running' },
  },
  async run({ platform, caller, params, query }) {
    const project = await readChangeable(platform, caller, params.name, query.owner);
    return json(202, await abortGeneration(platform, project));
  },
});

export const abortForm = form({
  summary: 'Stop a generation from the project page',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    202: { description: 'The generation stops within seconds' },
    404: { description: 'No such project, or no generation is running' },
  },
  async act({ platform, caller, params, query }) {
    const project = await readChangeable(platform, caller, params.name, query.owner);
    const data = await abortGeneration(platform, project);
    return { status: 202, data, page: { path: '/' } };
  },
});

export const list = endpoint({
  summary: 'List the latest generations of a project, with their usage and results',
  access: 'known',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: {
      description: 'The generations, newest first',
      schema: z.object({ generations: z.array(generationEntry) }),
    },
    404: { description: 'No such project' },
  },
  async run({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    const rows = await listGenerations(platform, project);
    return json(200, { generations: rows.map((row) => generationEntry.parse(row)) });
  },
});

const whole = (most: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(most)), 0);

export const progress = endpoint({
  summary: 'Get the progress of a generation after a cursor; can wait for the next entry',
  access: 'known',
  params: projectParams,
  query: z.extend(ownerQuery, {
    generation: z.optional(z.string()),
    after: whole(Number.MAX_SAFE_INTEGER),
    /** In seconds; API Gateway itself waits for 30. */
    wait: whole(20),
  }),
  replies: {
    200: {
      description: 'The entries, and the cursor to continue from',
      schema: z.object({
        generation: z.nullable(z.string()),
        status: z.string(),
        cursor: z.int(),
        entries: z.array(progressSchema),
      }),
    },
    404: { description: 'No such project' },
  },
  async run({ platform, caller, params, query }) {
    const { owner, generation, after, wait } = query;
    const project = await readProject(platform, caller, params.name, owner);
    const range = { after, waitSeconds: wait, ...(generation !== undefined && { generation }) };
    const page = await readProgress(platform, project, range);
    return json(200, page, { headers: { 'cache-control': 'no-store' } });
  },
});
