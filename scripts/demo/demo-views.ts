import { json } from 'node:stream/consumers';
import type { Plan } from '#core/docs/plan.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { call } from './call.ts';
import { demoKey, type DemoHome } from './open-home.ts';
import { askAgent } from './sessions-events.ts';
import { kinds } from '../gallery/kinds.ts';
import { siteViews } from '../gallery/site-views.ts';
import type { View } from '../gallery/take-shots.ts';

/** The pages of every service of the demonstration. */
export async function demoViews(home: DemoHome) {
  const headers = { authorization: `Bearer ${demoKey}` };
  const { docs, analysis, webhook, sessions, agent } = home.urls;
  const view = (name: string, url: string): View => ({
    name,
    open: (page) => page.goto(url, { waitUntil: 'networkidle' }),
  });
  const login: View = {
    name: 'docs-login',
    async open(page) {
      await page.setExtraHTTPHeaders({});
      await page.goto(`${docs}/login`);
      await page.setExtraHTTPHeaders(headers);
    },
  };
  const site = { ...(kinds[0] as (typeof kinds)[number]), name: 'pelican-http' };
  const plan = await planOf(home, site.name);
  const [product, job] = await jobsOf(analysis);
  const session = await firstSession(sessions);
  // A session of the agent service ends after an hour.
  const answer = await askAgent(home, 'What does this project do?');
  const test = encodeURIComponent('retry.test.ts > retries after a reset connection');
  const views = [
    view('docs-home', `${docs}/`),
    view('docs-project', `${docs}/projects/pelican-http`),
    view('docs-project-failed', `${docs}/projects/tide-tables`),
    view('docs-sites', `${docs}/docs`),
    view('docs-admin', `${docs}/admin`),
    view('docs-api', `${docs}/api`),
    view('docs-missing', `${docs}/docs/nothing/`),
    login,
    ...siteViews({ ...site, plan, url: `${docs}/docs/pelican-http/`, milliseconds: 0 }),
    view('site-switchyard', `${docs}/docs/switchyard/`),
    view('site-rigging', `${docs}/docs/rigging/`),
    view('analysis-home', `${analysis}/`),
    view('analysis-result', `${analysis}/results/${job}`),
    view('analysis-result-corrected', `${analysis}/results/${product}`),
    view('analysis-issue', `${analysis}/results/${job}/issue?group=1`),
    view('analysis-history', `${analysis}/history`),
    view('analysis-history-search', `${analysis}/history?q=retry`),
    view('analysis-test', `${analysis}/history/test/${test}`),
    view('analysis-corrections', `${analysis}/corrections`),
    view('analysis-metadata', `${analysis}/metadata`),
    view('analysis-alerts', `${analysis}/alerts`),
    view('analysis-usage', `${analysis}/usage`),
    view('analysis-feedback', `${analysis}/feedback`),
    view('analysis-settings', `${analysis}/settings`),
    view('analysis-api', `${analysis}/api`),
    view('analysis-register', `${analysis}/register`),
    view('analysis-admin', `${analysis}/admin`),
    view('logs-home', `${webhook}/logs`),
    view('logs-errors', `${webhook}/logs?level=ERROR`),
    view('logs-search', `${webhook}/logs?q=label`),
    view('logs-pull', `${webhook}/logs/pulls/harbour/pelican-http/214`),
    view('logs-pull-open', `${webhook}/logs/pulls/harbour/pelican-http/219`),
    view('webhook-deliveries', `${webhook}/logs/deliveries`),
    view('webhook-deliveries-failed', `${webhook}/logs/deliveries?state=failed`),
    view('webhook-delivery', `${webhook}/logs/deliveries/pelican-http-214-opened`),
    view('webhook-delivery-failed', `${webhook}/logs/deliveries/gone-9`),
    view('webhook-configuration', `${webhook}/logs/configuration`),
    view('webhook-api', `${webhook}/docs`),
    view('logs-login', `${webhook}/logs/login`),
    view('sessions-home', `${sessions}/`),
    view('sessions-search', `${sessions}/?q=retry`),
    view('sessions-prompts', `${sessions}/?q=cookie&kind=prompts`),
    view('sessions-api', `${sessions}/api`),
    view('agent-home', `${agent}/`),
    view('agent-session', `${agent}/read/${answer}`),
    view('agent-api', `${agent}/api`),
    view('sessions-session', `${sessions}/read/${session}`),
  ];
  return { views, headers };
}

async function planOf({ platforms }: DemoHome, name: string): Promise<Plan> {
  const blob = await platforms.docs.blobs.get(projectFiles({ owner: 'admin', name }).plan);
  if (!blob) throw new Error(`${name} has no plan`);
  return (await json(blob.body)) as Plan;
}

/** One whose class was corrected, and the newest of the unit tests. */
async function jobsOf(url: string): Promise<readonly [string, string]> {
  const rows = await call<{ job_id: string; job_name: string }[]>(`${url}/api/dashboard`, {
    key: demoKey,
  });
  const newest = (job: string) => rows.find(({ job_name }) => job_name === job)?.job_id ?? '';
  const corrected = await call<{ job_id: string }[]>(`${url}/history/overrides`, { key: demoKey });
  return [corrected[0]?.job_id ?? '', newest('pelican-http/tests')];
}

async function firstSession(url: string): Promise<string> {
  const [first] = await call<{ id: string }[]>(`${url}/sessions`);
  return first?.id ?? '';
}
