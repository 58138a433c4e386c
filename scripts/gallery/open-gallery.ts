import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { openLocal } from '#core/home/open-local.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { projects } from '#core/docs/tables.ts';
import type { Plan } from '#core/docs/plan.ts';
import { loadService } from '#core/host/service/load-service.ts';
import { serve } from '#core/host/serve.ts';
import { services } from '#functions/manifest.ts';
import { offlineWriterCommand } from '../offline-writer/command.ts';
import { fixtureRepository } from './fixture-repository.ts';
import { kinds, type Kind } from './kinds.ts';

const adminKey = 'the-key-of-the-gallery';

export interface GallerySite extends Kind {
  readonly plan: Plan;
  /** The address of its home, ending in a slash. */
  readonly url: string;
  /** From POST to ready. */
  readonly milliseconds: number;
}

interface Opened {
  /** A reader's. */
  readonly headers: Record<string, string>;
  close(): Promise<void>;
}

export interface Gallery extends Opened {
  readonly sites: readonly GallerySite[];
}

interface Site {
  readonly plan: Plan;
  /** The address of its home, ending in a slash. */
  readonly url: string;
  /** The address of the site as .tar.gz. */
  readonly archive: string;
}

export interface OfflineDocs extends Opened {
  /** A folder for what is documented. */
  readonly folder: string;
  /** Documents a repository on this machine. */
  document(path: string, name?: string): Promise<Site>;
}

/** Documents the fixtures with the offline writer, and serves the sites. */
export async function openGallery(): Promise<Gallery> {
  const docs = await openOfflineDocs();
  try {
    const sites: GallerySite[] = [];
    for (const kind of kinds) {
      const path = fixtureRepository(kind, docs.folder);
      const began = performance.now();
      const site = await docs.document(path);
      sites.push({ ...kind, ...site, milliseconds: performance.now() - began });
    }
    return { sites, headers: docs.headers, close: () => docs.close() };
  } catch (error) {
    await docs.close();
    throw error;
  }
}

/** A documentation service whose writer is the offline one. */
export async function openOfflineDocs(): Promise<OfflineDocs> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-gallery-'));
  const service = await loadService('docs', services.docs);
  const platform = openLocal({
    service: 'docs',
    environment: { ADMIN_KEY: adminKey, PATH: onlyGit(folder) },
    directory: join(folder, 'data'),
    database: join(folder, 'data', 'app.db'),
    queues: service.queues,
    standIn: offlineWriterCommand,
    writeLog: () => {},
  });
  const hosting = { host: '127.0.0.1', port: 0, portVariable: 'PORT' };
  const running = await serve(service, hosting, platform, platform.connections);
  const headers = { authorization: `Bearer ${adminKey}` };
  const close = async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  async function document(path: string, name = basename(path)): Promise<Site> {
    const reply = await fetch(`${running.url}/api/generate`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ repo_path: path, name }),
    });
    if (reply.status !== 202) throw new Error(await reply.text());
    for (;;) {
      const row = await platform.records.get(projects, { owner: 'admin', name });
      if (row?.status === 'error') throw new Error(row.error_message ?? '');
      if (row?.status === 'ready') break;
      await pause(5);
    }
    const blob = await platform.blobs.get(projectFiles({ owner: 'admin', name }).plan);
    if (!blob) throw new Error(`${name} has no plan`);
    const plan = (await json(blob.body)) as Plan;
    const archive = `${running.url}/api/projects/${name}/download`;
    return { plan, url: `${running.url}/docs/${name}/`, archive };
  }
  return { folder, headers, document, close };
}

/** A PATH without AI command lines: only the offline writer gives the same sites everywhere. */
function onlyGit(folder: string): string {
  const programs = join(folder, 'programs');
  mkdirSync(join(folder, 'data'));
  mkdirSync(programs);
  const git = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  symlinkSync(git, join(programs, 'git'));
  return programs;
}
