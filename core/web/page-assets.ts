import type { Assets } from '#core/platform/ports/assets.ts';

/** Paths of what a page loads, as the page writes them. */
export interface PageAssets {
  readonly icon: string;
  /** Blocking, so that the remembered theme is set before the first paint. */
  readonly early: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** The kit, and what a page of a domain adds, by asset name. */
export async function pageAssets(
  assets: Pick<Assets, 'path'>,
  more: { styles?: readonly string[]; scripts?: readonly string[] } = {},
): Promise<PageAssets> {
  const paths = (names: readonly string[]) => Promise.all(names.map((name) => assets.path(name)));
  const [icon, early, styles, scripts] = await Promise.all([
    assets.path('web/icon.svg'),
    assets.path('web/theme.ts'),
    paths(['web/page.css', ...(more.styles ?? [])]),
    paths(['web/kit.ts', ...(more.scripts ?? [])]),
  ]);
  return { icon, early, styles, scripts };
}
