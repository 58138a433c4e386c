import { text as readAll } from 'node:stream/consumers';
import type * as z from 'zod/mini';
import type { createdIssue, IssuePreview } from '#core/analysis/issues/places/issue-schema.ts';
import type { PushResult } from '#core/analysis/issues/portal/push-result.ts';
import { usage } from '../line/group.ts';
import { plain } from '../line/plain.ts';
import { print } from '../line/shell.ts';
import { aligned, fitted } from '../line/table.ts';
import { providerOf } from '../docs/options.ts';
import { textOf, type Context, type Run } from './context.ts';
import { targetOf } from './discussion.ts';
import { call, part } from './run-command.ts';

type Created = z.output<typeof createdIssue>;

const routes: Readonly<Record<string, readonly [preview: string, create: string]>> = {
  scm: ['preview-scm-issue', 'create-scm-issue'],
  tracker: ['preview-tracker-bug', 'create-tracker-bug'],
};

function routesOf({ options }: Context) {
  const target = textOf(options, 'target');
  if (target === undefined) throw usage('Choose --target scm or --target tracker');
  return routes[target] ?? ['', ''];
}

/** Who asks, and where the issue belongs. */
function place({ settings }: Context, ...more: readonly (keyof Context['settings'])[]) {
  const names = ['scm_token', 'tracker_token', 'tracker_email', 'tracker_project_key'] as const;
  const fields = [...names, ...more].map((name) => [name, settings[name]] as const);
  return Object.fromEntries(fields.filter(([, value]) => Boolean(value)));
}

async function readPreview(context: Context, job: string | undefined, test: string | undefined) {
  const { client, options, settings } = context;
  const { ai_provider, ai_model } = settings;
  const [route] = routesOf(context);
  return client.ask<IssuePreview>({
    method: 'POST',
    path: `/results/${part(job)}/${route}`,
    body: {
      ...targetOf(context, test),
      ...place(context, 'scm_repo_url'),
      ...(options['include-links'] === true && { include_links: true }),
      ...(ai_provider && { ai_provider: providerOf(ai_provider) }),
      ...(ai_model && { ai_model }),
    },
  });
}

export const preview: Run = async (context, [job, test]) => {
  const { options, shell } = context;
  const answer = await readPreview(context, job, test);
  const similar = answer.similar_issues.map(({ key, number, status, title, url }) => [
    'similar',
    key ?? `#${number ?? ''}`,
    status,
    title,
    url,
  ]);
  const text = `${plain(answer.title)}\n\n${plain(answer.body)}`;
  const list = similar.length === 0 ? '' : `\n\n${aligned(similar)}`;
  print(shell, { json: options['json'] === true }, answer, text + list);
};

/** Title and body that are not given come from the preview. */
export const create: Run = async (context, [job, test]) => {
  const { client, options, shell } = context;
  const [, route] = routesOf(context);
  const fields = { title: textOf(options, 'title'), body: textOf(options, 'body') };
  const body = fields.body === '-' ? await readAll(shell.stdin) : fields.body;
  const isWhole = fields.title !== undefined && body !== undefined;
  const draft = isWhole ? undefined : await readPreview(context, job, test);
  const answer = await client.ask<Created>({
    method: 'POST',
    path: `/results/${part(job)}/${route}`,
    body: {
      ...targetOf(context, test),
      ...place(context, 'tracker_security_level', 'scm_repo_url'),
      title: fields.title ?? draft?.title,
      body: body ?? draft?.body,
    },
  });
  const name = answer.key || `#${answer.number}`;
  print(shell, { json: options['json'] === true }, answer, plain(`Created ${name}: ${answer.url}`));
};

export const link = call<Created>(
  ([job, test, url], context) => ({
    method: 'POST',
    path: `/results/${part(job)}/link-issue`,
    body: {
      ...targetOf(context, test),
      url: url ?? '',
      title: textOf(context.options, 'title') ?? '',
    },
  }),
  ({ url }) => `Linked: ${url}`,
);

/** Exit status 1: the portal did not take everything. */
export const pushReports: Run = async ({ client, options, shell }, [job]) => {
  const path = `/results/${part(job)}/push-reports`;
  const answer = await client.ask<PushResult>({ method: 'POST', path, body: {} });
  const { pushed, unmatched, errors } = answer;
  const lines = [
    `Pushed ${pushed}`,
    ...unmatched.map((test) => `Not in the launch: ${test}`),
    ...errors.map((error) => `Error: ${error}`),
  ];
  print(shell, { json: options['json'] === true }, answer, lines.map(plain).join('\n'));
  return errors.length === 0 ? 0 : 1;
};

export const projects = call<{ key: string; name: string }[]>(
  (_, context) => ({ method: 'POST', path: '/api/tracker-projects', body: login(context) }),
  (rows, { shell }) =>
    rows.length === 0
      ? 'You cannot see any projects there.'
      : fitted(shell, [['KEY', 'NAME'], ...rows.map(({ key, name }) => [key, name])]),
);

export const securityLevels = call<{ id: string; name: string; description: string }[]>(
  ([project], context) => {
    const project_key = project ?? context.settings.tracker_project_key;
    if (!project_key) throw usage('Give a project, or set tracker_project_key');
    const body = { project_key, ...login(context) };
    return { method: 'POST', path: '/api/tracker-security-levels', body };
  },
  (rows, { shell }) =>
    rows.length === 0
      ? 'The project has no security levels.'
      : fitted(shell, [
          ['ID', 'NAME', 'DESCRIPTION'],
          ...rows.map(({ id, name, description }) => [id, name, description]),
        ]),
);

function login({ settings: { tracker_token, tracker_email } }: Context) {
  return { ...(tracker_token && { tracker_token }), ...(tracker_email && { tracker_email }) };
}
