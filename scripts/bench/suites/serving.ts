import { addJob, failure } from '#test/support/analysis/analysis-jobs.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { load } from '../load.ts';
import { adminKey, runService } from '../services.ts';
import { median, size, suite, type Line } from '../suite.ts';

const rounds = size(5, 1);
const jobs = size(500, 20);
const page = `<!doctype html><title>x</title>${'<p>A paragraph of a page.</p>'.repeat(290)}`;

// The promise is five times the reference implementation, here in requests per second on a comparable
// machine with 2 cores.
await suite(async (folder) => {
  const docs = await runService('docs', folder);
  for (let at = 0; at < 100; at += 1) {
    const plan_json = JSON.stringify(plan(20));
    await addProject(docs.platform, { name: `project-${at}`, plan_json }, { 'index.html': page });
  }
  const headers = { authorization: `Bearer ${adminKey}` };
  const site = `${docs.url}/docs/project-0/index.html`;
  const lines = [
    await lineOf('GET a page of a site, 8 kB', site, 1_464, headers),
    await lineOf('GET /api/status, 100 projects', `${docs.url}/api/status`, 340, headers),
  ];
  await docs.stop();
  const analysis = await runService('analysis', folder);
  const failures = Array.from({ length: 20 }, (_, at) => failure(`test ${at}`));
  for (let at = 0; at < jobs; at += 1) {
    const result = { failures, child_job_analyses: [] };
    await addJob(analysis.platform, { id: `job_${at}`, build_number: at }, result);
  }
  const dashboard = `${analysis.url}/api/dashboard`;
  lines.push(await lineOf(`GET /api/dashboard, ${jobs} rows of 20 failures`, dashboard, 21));
  await analysis.stop();
  return lines;
});

async function lineOf(name: string, url: string, roof: number, headers = {}): Promise<Line> {
  const rates: number[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) rates.push((await load(url, headers)).rate);
  const value = median(rates.slice(1));
  return { name, value, unit: 'requests/s', roof, ratio: value / roof, floor: 5 };
}
