import type { Assets } from '#core/platform/ports/files/assets.ts';

/** The paths of the files that a page loads. */
export interface PageAssets {
  readonly icon: string;
  /** A blocking script, which sets the stored theme before the first paint. */
  readonly early: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** By asset name, what the pages of a domain load besides the kit. */
export interface PageFiles {
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** The folder of the service's route for assets. */
  readonly folder?: '/assets' | '/static';
}

/** The files of the kit, and those that a domain adds. */
export async function pageAssets(
  assets: Pick<Assets, 'path'>,
  { folder = '/assets', ...more }: PageFiles = {},
): Promise<PageAssets> {
  const path = async (name: string) => (await assets.path(name)).replace('/assets', folder);
  const paths = (names: readonly string[]) => Promise.all(names.map(path));
  const [icon, early, styles, scripts] = await Promise.all([
    path('web/icon.svg'),
    path('web/theme.ts'),
    paths(['web/page.css', ...(more.styles ?? [])]),
    paths(['web/browser/kit.ts', ...(more.scripts ?? [])]),
  ]);
  return { icon, early, styles, scripts };
}
