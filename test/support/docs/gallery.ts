import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { pagesIn, type Plan } from '#core/docs/plan.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { projects } from '#core/docs/tables.ts';
import { asAdmin } from '#test/support/actors.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocalWith, openWorld } from '#test/support/world.ts';
import { offlineWriterCommand } from '../../../scripts/offline-writer/command.ts';

const fixtures = resolve(import.meta.dirname, '../../fixtures/gallery');

export type GallerySite = Awaited<ReturnType<typeof openGallery>>[number];

/** The sites of fixture repositories, written without a model and served. */
export async function openGallery(names: readonly string[]) {
  // Without AI command lines: only the offline writer gives the same sites everywhere.
  const world = await openWorld(onLocalWith({ standIn: offlineWriterCommand }), 'docs', {
    environment: { PATH: '/usr/bin:/bin' },
  });
  const folder = await temporaryFolder();
  return Promise.all(
    names.map(async (name) => {
      const repo_path = repositoryOf(name, folder.path);
      const path = '/api/generate';
      const reply = await world.send({
        method: 'POST',
        path,
        headers: asAdmin,
        body: { repo_path },
      });
      if (reply.status !== 202) throw new Error(reply.text);
      for (;;) {
        const row = await world.platform.records.get(projects, { owner: 'admin', name });
        if (row?.status === 'error') throw new Error(row.error_message ?? '');
        if (row?.status === 'ready') break;
        await pause(5);
      }
      const blob = await world.platform.blobs.get(projectFiles({ owner: 'admin', name }).plan);
      if (!blob) throw new Error(`${name} has no plan`);
      const plan = (await json(blob.body)) as Plan;
      return { name, plan, url: `${world.url}/docs/${name}/` };
    }),
  );
}

/** The address of the page with the title. */
export function pageUrl({ plan, url }: GallerySite, title: string): string {
  const page = pagesIn(plan).find((each) => each.title === title);
  if (!page) throw new Error(`no page ${title}`);
  return `${url}${page.slug}.html`;
}

function repositoryOf(name: string, folder: string): string {
  const cwd = join(folder, name);
  cpSync(join(fixtures, name), cwd, { recursive: true });
  const identity = ['-c', 'user.name=gallery', '-c', 'user.email=gallery@example.test'];
  for (const words of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all', '--force'],
    [...identity, 'commit', '--quiet', '--message', 'Release'],
  ]) {
    execFileSync('git', words, { cwd });
  }
  return cwd;
}
