import { generations } from '#core/docs/tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { asAdmin } from '#test/support/actors.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { addDelivery, unprocessed } from '#test/support/webhook/delivery-rows.ts';
import { addRunning } from '#test/support/docs/running-generation.ts';
import { sampleRecords, summary } from '#test/support/logs/sample-logs.ts';
import { openSampleSessions } from '#test/support/sessions/sessions-world.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

/** Of each page with a part of its own in the address. */
const addresses: Readonly<Record<string, string>> = {
  '/projects/{name}': '/projects/harbour',
  '/results/{job_id}': '/results/job_a',
  '/results/{job_id}/issue': '/results/job_a/issue?group=1',
  '/history/test/{name+}': '/history/test/login',
  '/logs/deliveries/{id}': '/logs/deliveries/d1',
  // Two repositories have it: the reader chooses one.
  '/logs/pulls/{number}': '/logs/pulls/8',
  '/logs/pulls/{owner}/{repo}/{number}': '/logs/pulls/team/lamp/7',
  '/read/{id}': '/read/some',
};

/** Pages that the interface's description does not name: the same route gives programs JSON. */
const beside: Readonly<Record<string, readonly string[]>> = {
  analysis: ['/results/{job_id}', '/history/test/{name+}'],
};

/** Deliveries of two repositories about their pull request 8. */
const sharedNumber = ['lamp', 'wick'].map((repository, at) =>
  summary({
    ...{ hook_id: `d8_${at}`, repository, repository_full_name: `team/${repository}` },
    pr: { number: 8, title: 'Trim it', author: 'ada' },
  }),
);

export type EveryPage = Awaited<ReturnType<typeof openEveryPage>>;

/** All services that have pages: with something to show on each of them, or empty. */
export async function openEveryPage({ isEmpty = false } = {}) {
  const environment = { ENABLE_LOG_SERVER: 'true' };
  const [docs, analysis, webhook, sessions] = await Promise.all([
    openWorld(onLocal, 'docs'),
    openWorld(onLocal, 'analysis', { environment: { FEEDBACK_REPO_URL: '' } }),
    openWorld(onLocal, await unprocessed(), { environment }),
    openSampleSessions(),
  ]);
  if (!isEmpty) {
    await addHistory(docs.platform);
    await addRunning(docs.platform, 'lighthouse');
    await addJob(analysis.platform, { id: 'job_a' });
    await webhook.platform.logs.append([...sampleRecords, ...sharedNumber]);
    await addDelivery(webhook.platform, { id: 'd1', state: 'partial' });
  }
  const worlds: Readonly<Record<string, World>> = { docs, analysis, webhook, sessions };
  /** Of the routes of all services that answer with a page. */
  const pages: { route: string; url: string }[] = [];
  for (const [name, world] of Object.entries(worlds)) {
    const { paths } = (await world.send({ path: '/openapi.json' })).json() as {
      paths: Record<string, { get?: { responses: object } }>;
    };
    const described = Object.keys(paths).filter((path) =>
      JSON.stringify(paths[path]?.get?.responses ?? {}).includes('text/html'),
    );
    for (const path of [...described, ...(beside[name] ?? [])]) {
      const address = addresses[path] ?? path;
      if (address.includes('{')) throw new Error(`no address of the page ${name} ${path}`);
      if (isEmpty && address !== path) continue;
      pages.push({ route: `${name} ${path}`, url: `${world.url}${address}` });
    }
  }
  const close = async () => {
    for (const world of Object.values(worlds)) await world.close();
  };
  /** What an administrator's browser sends. */
  const headers: Readonly<Record<string, string>> = asAdmin;
  return { worlds, pages, headers, close };
}

const groups = ['Getting started', 'Guides', 'Reference', 'Development'];

/** A project with a site of 20 pages and 10 generations. */
export async function addHistory(platform: Pick<Platform, 'records' | 'blobs'>): Promise<void> {
  const navigation = groups.map((group, at) => ({
    group,
    pages: Array.from({ length: 5 }, (_, page) => ({
      slug: `page-${at}-${page}`,
      title: `${group}, part ${page + 1}`,
      description: `What a reader finds in part ${page + 1} of ${group}.`,
    })),
  }));
  const tagline = 'Moors ships and keeps their papers';
  const plan_json = JSON.stringify({ project_name: 'harbour', tagline, navigation });
  const pages = navigation.flatMap((each) => each.pages);
  const report = {
    pages: pages.map(({ slug, title }, at) => ({
      slug,
      title,
      result: 'written' as const,
      reason: null,
      removed_citations: at === 2 ? 3 : 0,
    })),
    citations: 61,
    removed_citations: 3,
    dead_links: [{ page: 'page-1-0', target: 'gone.md' }],
    names: {
      checked: 43,
      found: 41,
      missing: [
        { page: 'page-0-1', name: 'harbour moor --twice', kind: 'flag' },
        { page: 'page-2-0', name: 'HARBOUR_DEPTH', kind: 'variable' },
      ],
    },
    diagrams: { drawn: 2, failed: [{ page: 'page-1-1', reason: 'Parse error' }] },
  };
  for (let at = 0; at < 10; at += 1) {
    const isFailed = at === 6;
    await platform.records.insert(generations, {
      ...{ id: `gen_${at}`, owner: 'admin', name: 'harbour', force: false, timeout_minutes: 60 },
      ...{ ai_provider: 'provider_a', ai_model: 'sonnet', status: isFailed ? 'error' : 'ready' },
      started_at: `2026-02-${10 + at}T09:26:00.000Z`,
      ended_at: `2026-02-${10 + at}T09:30:05.000Z`,
      lease_until: `2026-02-${10 + at}T09:30:05.000Z`,
      ...{ commit_sha: 'c'.repeat(40), pages: 20, planned_pages: 20, reused_pages: at, plan_json },
      ...{ input_tokens: 80_000, output_tokens: 11_200, cost_usd: 1.2 },
      ...(isFailed ? { error_message: 'Clone failed: the remote end hung up' } : { report }),
    });
  }
  const files = { 'index.html': '<!doctype html><title>harbour</title>' };
  await addProject(platform, { name: 'harbour', page_count: 20, plan_json }, files);
}
