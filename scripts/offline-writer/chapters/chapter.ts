import type { Manifest } from '../facts/manifest.ts';
import type { Readme } from '../facts/readme.ts';
import type { Repository } from '../repository.ts';

/** A page of the plan and the function that writes it. */
export interface Chapter {
  readonly group: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** The body below the heading. */
  write(links: Links): string;
}

/** A link to another page of the plan. If the plan has no such page, the title as text. */
export interface Links {
  to(slug: string, title?: string): string;
  has(slug: string): boolean;
  /** The page for a file or folder of the repository. */
  readonly pageOf: (target: string) => string | undefined;
}

export interface Facts {
  readonly repository: Repository;
  readonly manifests: readonly Manifest[];
  readonly readme: Readme | undefined;
  readonly projectName: string;
  readonly tagline: string;
}
