import type { RepositorySettings } from './repository-settings.ts';
import type { RepositoryKeys } from './schema.ts';

type Sizes = RepositorySettings['sizes'];
type Thresholds = NonNullable<RepositoryKeys['pr-size-thresholds']>;

/** A size without a colour has the code host's own grey. */
const grey = 'ededed';

/** A threshold is where the next size begins; the largest size has no end. */
export function sizesOf(thresholds: Thresholds): Sizes {
  const sizes = Object.entries(thresholds)
    .map(([name, { threshold, color = grey }]) => ({ name, threshold, color }))
    .sort((one, other) => one.threshold - other.threshold);
  return sizes
    .map(({ name, color }, at) => ({ name, from: sizes[at - 1]?.threshold ?? 0, color }))
    .reverse();
}

export const defaultSizes = sizesOf({
  XS: { threshold: 20, color: 'ededed' },
  S: { threshold: 50, color: '0e8a16' },
  M: { threshold: 100, color: 'f09c74' },
  L: { threshold: 300, color: 'f5621c' },
  XL: { threshold: 500, color: 'd93f0b' },
  XXL: { threshold: Infinity, color: 'b60205' },
});
