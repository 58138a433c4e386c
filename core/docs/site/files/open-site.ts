import { text } from 'node:stream/consumers';
import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { assertProjectName } from '#core/docs/schema.ts';
import { findSite, readSiteFile } from './site-file.ts';

export type SiteNeeds = Pick<Platform, 'records' | 'environment' | 'blobs'>;

export interface WantedSite {
  readonly name: string;
  readonly owner?: string | undefined;
}

/** The site of a project, for programs. */
export async function openSite(needs: SiteNeeds, caller: Caller, { name, owner }: WantedSite) {
  assertProjectName(name);
  const project = await findSite(needs, caller, name, owner);
  if (!project) throw new Failure('missing', 'no_project', `Project '${name}' not found`);
  return {
    project,

    /** The text of a file. */
    async read(path: string): Promise<string> {
      const { body } = await readSiteFile(needs, project, path);
      if (typeof body === 'string') return body;
      return body instanceof Uint8Array ? Buffer.from(body).toString() : text(body);
    },
  };
}
