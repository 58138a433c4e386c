import type { NavigationItem, PageUser } from './page.ts';
import type { PageAssets } from './page-assets.ts';

/** What every page has around its content. */
export interface Frame {
  readonly assets: PageAssets;
  readonly navigation: readonly NavigationItem[];
  /** Absent: the reader is not signed in. */
  readonly user?: PageUser | undefined;
}

/** A link to go on by. */
export interface Way {
  readonly url: string;
  readonly label: string;
}

/** What is asked before something that cannot be undone. */
export interface Question {
  readonly question: string;
  readonly text: string;
  readonly verb: string;
  /** Where a no leads. */
  readonly back: string;
}
