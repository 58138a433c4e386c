import type { Assets } from '#core/platform/ports/assets.ts';

/** The paths of the files that a page loads. */
export interface PageAssets {
  readonly icon: string;
  /** A blocking script, which sets the stored theme before the first paint. */
  readonly early: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** The files of the kit and, by asset name, those that a domain adds. */
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
