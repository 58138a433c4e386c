import type { NavigationItem, PageUser } from './page.ts';
import type { PageAssets } from './page-assets.ts';

/** What surrounds the content of a page. */
export interface Frame {
  readonly assets: PageAssets;
  readonly navigation: readonly NavigationItem[];
  /** Absent: the reader is not signed in. */
  readonly user?: PageUser | undefined;
  /** The address of the service's WebSocket API, for pages that follow something live. The policy
   * allows it; absent: it is on the same host. */
  readonly sockets?: string | undefined;
}

/** A link to continue with. */
export interface Way {
  readonly url: string;
  readonly label: string;
}

/** A question before an action that cannot be undone. */
export interface Question {
  readonly question: string;
  readonly text: string;
  readonly verb: string;
  /** Where Cancel leads. */
  readonly back: string;
}
