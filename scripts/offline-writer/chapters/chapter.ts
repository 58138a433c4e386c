import type { Document, Section } from '../facts/document.ts';
import type { Manifest } from '../facts/manifest.ts';
import type { Part } from '../facts/readme-parts.ts';
import type { Guide } from '../guides/find-guides.ts';
import type { Repository } from '../repository/repository.ts';
import type { Lookup } from '../text/directives.ts';

/** In the order of the navigation. */
export const groups = ['Getting started', 'Guides', 'Reference', 'Development'] as const;

/** A page of the plan and the function that writes it. */
export interface Chapter {
  readonly group: (typeof groups)[number];
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** The file that it shows: links to the file lead to the page. */
  readonly source?: string;
  /** All files that the page depends on, if they are known: it is kept while they are the same. */
  readonly uses?: readonly string[];
  /** The body below the heading. */
  write(links: Links): string;
}

/** Links to other pages of the plan. */
export interface Links {
  has(slug: string): boolean;
  /** The address for a target in a file of the repository, if a page shows it. */
  readonly pageOf: (target: string, from: string) => string | undefined;
}

export interface Facts {
  readonly repository: Repository;
  readonly manifests: readonly Manifest[];
  /** The one of what the repository is about. */
  readonly main: Manifest | undefined;
  readonly readme: Document | undefined;
  readonly parts: readonly (readonly [Part, Section])[];
  readonly guides: readonly Guide[];
  readonly lookupFrom: (path: string) => Lookup;
  readonly projectName: string;
  readonly tagline: string;
}
