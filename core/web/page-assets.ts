import type { Platform } from '#core/platform/ports/platform.ts';
import { entrances, searchAddress, type Entrance, type ServiceLink } from './services.ts';

/** What the pages of a service have in common: the paths of their files, and the other services. */
export interface PageAssets {
  /** The service's name beside the product's, such as `Documentation`. */
  readonly service?: string | undefined;
  /** The header leads to them. */
  readonly others?: readonly Entrance[] | undefined;
  /** Where everything is searched. */
  readonly search?: ServiceLink | undefined;
  readonly icon: string;
  /** A blocking script, which sets the stored theme before the first paint. */
  readonly early: string;
  /** The typeface, which browsers would only see in the stylesheet. */
  readonly font: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** A service's name and, by asset name, what its pages load besides the kit. */
export interface PageFiles {
  readonly service?: string;
  /** Where everything is searched; absent: where the home has it. */
  readonly search?: ServiceLink;
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** The folder of the service's route for assets. */
  readonly folder?: '/assets' | '/static';
}

interface Needs extends Pick<Platform, 'environment'> {
  readonly assets: Pick<Platform['assets'], 'path'>;
}

/** The files of the kit, and those that a domain adds. */
export async function pageAssets(
  { assets, environment }: Needs,
  { service, search = searchAddress(environment), folder = '/assets', ...more }: PageFiles = {},
): Promise<PageAssets> {
  const path = async (name: string) => (await assets.path(name)).replace('/assets', folder);
  const paths = (names: readonly string[]) => Promise.all(names.map(path));
  const [icon, early, font, styles, scripts] = await Promise.all([
    path('web/icon.svg'),
    path('web/theme.ts'),
    path('web/browser/text.woff2'),
    paths(['web/page.css', ...(more.styles ?? [])]),
    paths(['web/browser/kit.ts', ...(more.scripts ?? [])]),
  ]);
  return { service, search, others: entrances(environment), icon, early, font, styles, scripts };
}
