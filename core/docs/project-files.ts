import { adminName } from '#core/identity/rules.ts';

export interface ProjectKey {
  readonly owner: string;
  readonly name: string;
}

/** Where a project's files lie, on disk and in object storage. */
export function projectFiles({ owner, name }: ProjectKey) {
  const root = owner === adminName ? `projects/${name}/` : `projects/@${owner}/${name}/`;
  return {
    root,
    plan: `${root}plan.json`,
    page: (slug: string) => `${root}cache/pages/${slug}.md`,
    pageCache: `${root}cache/pages/`,
    /** Published: read it through blobs.published(). */
    site: `${root}site/`,
    /** Packed sites, where they are loaded by link. */
    archives: `${root}archives/`,
  };
}
