import type { ProjectFace } from '../schema.ts';
import type { CitedSource } from '../evidence/cited-sources.ts';
import type { PageNames } from '../evidence/names/check-names.ts';
import type { Plan } from '../plan.ts';

/** A `path:line` or file link in a page that was found in the tree at the commit. */
export interface Citation {
  readonly page: string;
  readonly path: string;
  readonly line: number | null;
}

/** What a site is made of: everything that its rendering depends on. */
export interface SiteSource {
  /** The project's name, which is the record's. */
  readonly name: string;
  readonly plan: Plan;
  /** http(s) only; null: no repository link anywhere. */
  readonly repositoryUrl: string | null;
  readonly commit: string;
  /** Null: nothing is known of the project but its pages. */
  readonly face?: ProjectFace | null;
  /** The project's logo, as a file of the site. */
  readonly picture?: { readonly path: string; readonly body: string | Uint8Array } | null;
  /** No model wrote the pages; the footers say so. */
  readonly isOfflineWriter?: boolean;
  /** The page's markdown as it is published, citations already checked. */
  markdown(slug: string): Promise<string>;
  /** The last good versions of pages that failed, by slug. */
  readonly earlier?: ReadonlyMap<string, string>;
  readonly citations: readonly Citation[];
  /** Which names of the pages were looked up at the commit, and which were not there. */
  readonly names?: readonly PageNames[];
  /** Where no code host shows them. */
  readonly sources?: readonly CitedSource[];
  /** Where the one document is changed that the page was made of. Null: there is no such place. */
  editUrl?(slug: string): string | null;
}

export interface SiteReport {
  readonly pages: number;
  /** Slugs of pages that could not be rendered: they show their markdown as it is. */
  readonly plain: readonly string[];
  readonly diagrams: {
    readonly drawn: number;
    /** Shown as code. */
    readonly failed: readonly { readonly page: string; readonly reason: string }[];
  };
  /** Links to pages or headings that do not exist; they are shown as text. */
  readonly deadLinks: readonly { readonly page: string; readonly target: string }[];
}
