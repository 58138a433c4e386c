import { addJob, failure } from '#test/support/analysis/analysis-jobs.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { bareServer, load } from '../load.ts';
import { adminKey, runService } from '../services.ts';
import { inTurns, ratioOf, size, suite, type Line } from '../suite.ts';

const rounds = size(5, 3);
const connections = 32;
const jobs = size(500, 20);
const page = `<!doctype html><title>x</title>${'<p>A paragraph of a page.</p>'.repeat(290)}`;

// Pages and answers against a bare server.
await suite(async (folder) => {
  const docs = await runService('docs', folder);
  for (let at = 0; at < 100; at += 1) {
    const plan_json = JSON.stringify(plan(20));
    await addProject(docs.platform, { name: `project-${at}`, plan_json }, { 'index.html': page });
  }
  const headers = { authorization: `Bearer ${adminKey}` };
  const site = `${docs.url}/docs/project-0/index.html`;
  const lines = [
    await lineOf('GET a page of a site, 8 kB', site, 0.5, headers),
    await lineOf('GET /api/status, 100 projects', `${docs.url}/api/status`, 0.5, headers),
  ];
  await docs.stop();
  const analysis = await runService('analysis', folder);
  const failures = Array.from({ length: 20 }, (_, at) => failure(`test ${at}`));
  for (let at = 0; at < jobs; at += 1) {
    const result = { failures, child_job_analyses: [] };
    const job_name = `team/job-${at % 25}`;
    await addJob(analysis.platform, { id: `job_${at}`, job_name, build_number: at }, result);
  }
  const dashboard = `${analysis.url}/api/dashboard`;
  lines.push(await lineOf(`GET /api/dashboard, ${jobs} rows of 20 failures`, dashboard, 0.08));
  const html = { accept: 'text/html' };
  lines.push(await lineOf(`GET / of 25 jobs, ${jobs} builds`, `${analysis.url}/`, 0.04, html));
  await analysis.stop();
  return lines;
});

/** Against a bare server of this process that answers with a body of the same size, in turns. */
async function lineOf(name: string, url: string, floor: number, headers = {}): Promise<Line> {
  const reply = await fetch(url, { headers });
  const body = Buffer.from(await reply.arrayBuffer());
  if (!reply.ok) throw new Error(body.toString());
  const type = reply.headers.get('content-type') ?? '';
  const bare = await bareServer((_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
  });
  const rate = async (of: string) => (await load(of, headers, { connections })).rate;
  const [rates, roofs] = await inTurns(
    rounds,
    () => rate(url),
    () => rate(bare.url),
  );
  bare.close();
  return { name, unit: '1/s', ...ratioOf(rates, roofs), floor };
}
