import type { NameKind } from './name.ts';
import type { PageNames } from './check-names.ts';

/** The names of all pages of a site. */
export interface NamesReport {
  readonly checked: number;
  readonly found: number;
  /** The first 100. */
  readonly missing: readonly {
    readonly page: string;
    readonly name: string;
    readonly kind: NameKind;
  }[];
}

const mostMissing = 100;

export function namesReport(pages: readonly PageNames[]): NamesReport {
  const missing = pages.flatMap(({ page, missing: names }) =>
    names.map(({ name, kind }) => ({ page, name, kind })),
  );
  return {
    checked: pages.reduce((sum, { checked }) => sum + checked, 0),
    found: pages.reduce((sum, { found }) => sum + found, 0),
    missing: missing.slice(0, mostMissing),
  };
}
