import { addProject } from '#test/support/add-project.ts';
import { adminKey, onLocal, openWorld } from '#test/support/world.ts';
import { load } from '../scripts/bench/load.ts';
const world = await openWorld(onLocal, 'docs');
const plan_json = JSON.stringify({ project_name: 'x', tagline: '', navigation: [{ group: 'All', pages: Array.from({ length: 20 }, (_, i) => ({ slug: `page-${i}`, title: `Page ${i} of the plan`, description: 'What this page is about, in one sentence of the usual length.' })) }] });
for (let at=0;at<100;at++) await addProject(world.platform, {name:`project-${at}`, plan_json, status:'ready', last_commit_sha:'c'.repeat(40), last_generated:'2026-03-01T11:00:00.000Z'});
const headers = { authorization: `Bearer ${adminKey}` };
const path = process.argv[2] ?? '/api/status';
for (let i=0;i<5;i++) { const cpu = process.cpuUsage(); const rate = await load(world.url+path, headers); const c = process.cpuUsage(cpu); console.log(rate.toFixed(0), 'req/s', ); }
await world.close();
