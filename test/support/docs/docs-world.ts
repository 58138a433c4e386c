import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readRow } from '#core/docs/store.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { generations, projects, type Generation, type Project } from '#core/docs/tables.ts';
import { loadService } from '#core/host/service/load-service.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { services } from '#functions/manifest.ts';
import { asAdmin } from '#test/support/actors.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { testRepository, type TreeEntry, type Tree } from '#test/support/git/git-repository.ts';
import { gitServer } from '#test/support/git/git-server.ts';
import { plan } from './sample-project.ts';
import { readCalls, scriptedCommand, type Call, type Rule } from '#test/support/ai/scripted-ai.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openWorld, type Home } from '#test/support/world.ts';

export type DocsWorld = Awaited<ReturnType<typeof openDocsWorld>>;

const certificate = testCertificate();

/** The documentation service with a code host and a scripted model. */
export async function openDocsWorld(
  home: Home,
  environment: Record<string, string> = {},
  { hasAllRoutes = false }: { readonly hasAllRoutes?: boolean } = {},
) {
  const folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'repositories'));
  const repository = testRepository(join(folder.path, 'repositories'), 'sample');
  const server = await gitServer(join(folder.path, 'repositories'), certificate);
  writeFileSync(join(folder.path, 'authority.pem'), certificate.ca);
  const script = join(folder.path, 'script.json');
  const log = join(folder.path, 'calls.jsonl');
  const { routes } = services.docs;
  const own =
    /^\/(?:api\/(?:generate|projects\/\{name\}\/(?:abort|retry)|admin\/users)|projects(?:\/\{name\}(?:\/retry)?)?|health)$/;
  const service = await loadService('docs', {
    ...services.docs,
    routes: routes.filter(({ path }) => hasAllRoutes || own.test(path)),
  });
  const world = await openWorld(home, service, {
    environment: {
      ALLOW_PRIVATE_REPO_HOSTS: 'true',
      NODE_EXTRA_CA_CERTS: join(folder.path, 'authority.pem'),
      AI_CLI_PROVIDER_A: scriptedCommand(script),
      ...environment,
    },
  });
  const { platform } = world;
  // On AWS the bucket is shared with the test before.
  for (const prefix of ['projects/', 'trees/']) await platform.blobs.deletePrefix(prefix);
  const url = server.url('sample');

  return {
    ...world,
    server,
    serviceUrl: world.url,
    url,
    folder: folder.path,
    /** The commit of the repository `sample`, which the server has. */
    commit: (files: Record<string, TreeEntry> | Tree, branch?: string) =>
      repository.commit(files, branch),
    /** Tags the newest commit of main. */
    tag: (name: string) => void repository.git('tag', name, 'main'),
    /** Sets the model's next answers. The availability check is always answered. */
    say(...rules: Rule[]): void {
      const check: Rule = { when: '^Reply with OK', text: 'OK' };
      writeFileSync(script, JSON.stringify({ log, rules: [check, ...rules] }));
    },
    /** Questions so far, without availability checks. */
    calls: (): Call[] => readCalls(log).filter(({ rule }) => rule !== 0),
    post: (body: object = { repo_url: url }, headers: Record<string, string> = asAdmin) =>
      world.send({ method: 'POST', path: '/api/generate', headers, body }),
    /** Waits until the project's record holds. The clock stands still. */
    async until(holds: (row: Project) => boolean | Promise<boolean>): Promise<void> {
      for (;;) {
        const row = await readRow(platform, { owner: 'admin', name: 'sample' });
        if (row && (await holds(row))) return;
        await pause(20);
      }
    },
    /** Waits until the record's status is not `generating`. The clock stands still. */
    async ended(name = 'sample', owner = 'admin'): Promise<Project> {
      for (;;) {
        const row = await platform.records.get(projects, { owner, name });
        const generation =
          row?.generation && (await platform.records.get(generations, { id: row.generation }));
        const isOver = generation && generation.status !== 'generating';
        if (row && row.status !== 'generating' && isOver) return row;
        await pause(20);
      }
    },
    history: async (): Promise<Generation[]> => [
      ...(await platform.records.list(generations)).rows,
    ],
    /** A file of the published site. Absent: undefined. */
    published: (file: string, name = 'sample', owner = 'admin') =>
      readPublished(platform, projectFiles({ owner, name }).site, file),
    async close() {
      await world.close();
      await server.close();
      await folder.remove();
    },
  };
}

export async function readPublished(
  { blobs }: Pick<Platform, 'blobs'>,
  site: string,
  file: string,
) {
  const prefix = await blobs.published(site);
  return prefix === undefined ? undefined : readBlob({ blobs }, `${prefix}${file}`);
}

export async function readBlob({ blobs }: Pick<Platform, 'blobs'>, key: string) {
  const blob = await blobs.get(key);
  if (!blob) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of blob.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Answers for every plan and every page. */
export function rules(count: number, page = '# {{title}}\n\nText.\n'): Rule[] {
  return [
    { task: { kind: 'plan' }, json: plan(count) },
    { task: { kind: 'page' }, text: page },
  ];
}
