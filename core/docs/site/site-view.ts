import { withoutGit } from '#core/text/url.ts';
import type { ProjectFace } from '../schema.ts';
import type { PlanPage } from '../plan.ts';
import type { SiteSource } from './site-source.ts';

/** A file of the published site, by its path in it. */
export interface SiteFile {
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

export interface ListedPage extends PlanPage {
  /** In the order of reading, from 0. */
  readonly number: number;
  readonly group: number;
}

export interface ListedGroup {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

/** What the home shows of the project itself. */
export interface ShownFace extends Pick<ProjectFace, 'install' | 'version'> {
  /** The address of the repository's own picture. */
  readonly logo: string | null;
  /** The address of the site's own copy. */
  readonly picture: string | null;
  readonly sample: {
    readonly markup: string;
    readonly path: string;
    readonly line: number;
    /** Null: there is no code host, or its addresses are not known. */
    readonly url: string | null;
  } | null;
}

/** What the documents of a site show of it. */
export interface SiteView {
  readonly name: string;
  readonly tagline: string;
  readonly repositoryUrl: string | null;
  /** Pages do not show it themselves: a new commit must not change every one. */
  readonly commit: string;
  readonly isOfflineWriter: boolean;
  /** The home's only: a new version must not change every page. */
  readonly face: ShownFace | null;
  readonly groups: readonly ListedGroup[];
  readonly pages: readonly ListedPage[];
  readonly bySlug: ReadonlyMap<string, ListedPage>;
  /** Slugs of pages that failed and have an earlier version. */
  readonly earlier: readonly string[];
  /** By path. */
  readonly assetVersions: Readonly<Record<string, string>>;
}

export type ViewSource = Pick<SiteSource, 'name' | 'plan' | 'repositoryUrl' | 'commit'> &
  Partial<Pick<SiteView, 'assetVersions' | 'isOfflineWriter' | 'face' | 'earlier'>>;

/** Groups without pages are left out: there is nothing to navigate to. */
export function siteView(source: ViewSource): SiteView {
  const { name, plan, repositoryUrl, commit, assetVersions = {} } = source;
  const { isOfflineWriter = false, face = null, earlier = [] } = source;
  const pages: ListedPage[] = [];
  const groups = plan.navigation
    .filter((group) => group.pages.length > 0)
    .map((group, at) => {
      const groupPages = group.pages.map((page, offset) => ({
        ...page,
        number: pages.length + offset,
        group: at,
      }));
      pages.push(...groupPages);
      return { title: group.group, pages: groupPages };
    });
  return {
    name: plan.project_name || name,
    tagline: plan.tagline,
    repositoryUrl: webUrl(repositoryUrl),
    commit,
    isOfflineWriter,
    face,
    groups,
    pages,
    bySlug: new Map(pages.map((page) => [page.slug, page])),
    earlier,
    assetVersions,
  };
}

/** Where a page of the site loads an asset from. From a disk, what follows the path says nothing. */
export function assetUrl({ assetVersions }: SiteView, path: string): string {
  const version = assetVersions[path];
  return version === undefined ? path : `${path}?v=${version}`;
}

/** The repository's page for people: a clone URL's `.git` is not part of it. */
function webUrl(repositoryUrl: string | null): string | null {
  if (repositoryUrl === null || !/^https?:\/\//i.test(repositoryUrl)) return null;
  return withoutGit(repositoryUrl);
}
