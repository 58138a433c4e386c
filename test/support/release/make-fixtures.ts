// Makes the fixtures of this release, when it is tagged. Those of earlier releases stay.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bearer } from '#test/support/actors.ts';
import type { Sent } from '#test/support/http/http-client.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { answersFile, asAdmin, contentOf, dataFile, openLaptop, releases } from './laptop.ts';

const { path: folder, remove } = await temporaryFolder();
const repository = join(folder, 'shop');
mkdirSync(repository);
writeFileSync(join(repository, 'README.md'), '# Shop\n\nSells lamps.\n\n## Usage\n\nRun it.\n');
writeFileSync(join(repository, 'shop.ts'), 'export const price = 12;\n');
const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.test'];
for (const command of [
  ['init', '-q'],
  ['add', '.'],
  [...author, 'commit', '-qm', 'Begin'],
]) {
  execFileSync('git', command, { cwd: repository });
}
mkdirSync(join(folder, 'data/webhook'), { recursive: true });
const configuration =
  'scm-api-url: http://127.0.0.1:9\nrepositories:\n  shop: { name: team/shop }\n';
writeFileSync(join(folder, 'data/webhook/config.yaml'), configuration);

const laptop = await openLaptop(folder);
async function call(service: string, sent: Sent): Promise<unknown> {
  const reply = await laptop.send(service, { headers: asAdmin, ...sent });
  if (reply.status < 300) return contentOf(reply);
  throw new Error(`${sent.path} answered ${reply.status}: ${reply.text}`);
}
const post = async (service: string, path: string, body: object, headers: object = asAdmin) =>
  (await call(service, { method: 'POST', path, body, headers: { ...headers } })) as object;
async function until(service: string, path: string, pattern: RegExp): Promise<void> {
  while (!pattern.test(JSON.stringify(await call(service, { path })))) await pause(100);
}

const user = await post('docs', '/api/admin/users', { username: 'ada' });
await post('docs', '/api/generate', { repo_path: repository });
await until('docs', '/api/projects/shop', /"status":"ready"/);

const failures = [{ test_name: 'price', error_message: 'expected 12 to be 13' }];
const job = await post('analysis', '/analyze-failures', { failures });
const result = `/results/${(job as { job_id: string }).job_id}`;
await post('analysis', `${result}/comments`, { test_name: 'price', comment: 'The tax is new.' });

for (const id of ['d-1', 'd-2']) {
  const body = { repository: { name: 'shop', full_name: 'team/shop' } };
  const headers = { 'x-scm-event': 'ping', 'x-scm-delivery': id };
  await post('webhook', '/webhook_server', body, headers);
  await until('webhook', '/logs/api/deliveries', RegExp(`"id":"${id}".*?"state":"success"`));
}

const reads = [
  ['docs', '/api/auth/me', bearer((user as { api_key: string }).api_key)],
  ['docs', '/api/projects/shop'],
  ['docs', '/api/projects/shop/generations'],
  ['docs', '/api/projects/shop/search?q=lamps'],
  ['docs', '/docs/shop/llms.txt'],
  ['analysis', result],
  ['analysis', `${result}/comments`],
  ['webhook', '/logs/api/deliveries'],
  ['webhook', '/logs/api/deliveries/d-1'],
  ['webhook', '/logs/api/export.ndjson?hook_id=d-1'],
] as const;
const answers: object[] = [];
for (const [service, path, headers = asAdmin] of reads) {
  answers.push({ service, path, headers, body: await call(service, { path, headers }) });
}
await laptop.close();

const release = join(releases, manifest.version);
mkdirSync(release, { recursive: true });
writeFileSync(join(release, answersFile), `${JSON.stringify(answers, null, 2)}\n`);
execFileSync('tar', ['-czf', join(release, dataFile), 'data'], { cwd: folder });
await remove();
