import type { SiteView } from '../../site/site-view.ts';
import { canvas, centred } from './canvas.ts';
import { drawable, wrap, type Glyphs } from './glyphs.ts';

/** What the networks show without cutting. */
export const socialSize = { width: 1200, height: 630 } as const;

const margin = 80;
const mark = 96;
const inside = socialSize.width - 2 * margin;

const graphite = [24, 20, 18] as const;
const amber = [245, 165, 36] as const;
const ramps = [
  { ground: graphite, ink: graphite },
  { ground: graphite, ink: [240, 235, 228] },
  { ground: graphite, ink: [178, 170, 160] },
  { ground: graphite, ink: amber },
  { ground: amber, ink: graphite },
] as const;
const [background, bright, muted, accent, onAccent] = [0, 1, 2, 3, 4] as const;

export type Pictured = Pick<SiteView, 'name' | 'tagline' | 'repositoryUrl'> & {
  /** Drawn where the name has letters that cannot be. */
  readonly ownName: string;
  readonly version?: string | undefined;
};

/** The picture of a link to the site: name, tagline and repository, as PNG. The same input gives the
 * same bytes. */
export function socialPicture(glyphs: Glyphs, shown: Pictured): Promise<Uint8Array> {
  const { width, height } = socialSize;
  const picture = canvas(width, height, ramps);
  picture.fill(0, 0, width, height, background);
  picture.fill(0, height - 12, width, 12, accent);
  const name = drawable(glyphs, shown.name) ?? drawable(glyphs, shown.ownName) ?? '';
  const initial = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '';
  picture.fill(margin, margin, mark, mark, accent);
  picture.text(glyphs, initial, centred(glyphs, initial, margin, mark), margin + 2, onAccent);
  const label = margin + mark + 28;
  picture.text(glyphs, 'Documentation', label, margin + 26, muted, 'half');

  let top = 216;
  for (const line of wrap(glyphs, name, inside, 2)) {
    picture.text(glyphs, line, margin, top, bright);
    top += 88;
  }
  top += 16;
  // Letters of half the size: twice as many fit.
  for (const line of wrap(glyphs, drawable(glyphs, shown.tagline) ?? '', 2 * inside, 2)) {
    picture.text(glyphs, line, margin, top, muted, 'half');
    top += 50;
  }
  const [origin = ''] = wrap(glyphs, originOf(glyphs, shown), 2 * inside, 1);
  picture.text(glyphs, origin, margin, height - 84, bright, 'half');
  return picture.png();
}

function originOf(glyphs: Glyphs, { repositoryUrl, version }: Pictured): string {
  const place = repositoryUrl?.replace(/^https?:\/\//i, '') ?? '';
  const parts = [place, version ?? ''].map((part) => drawable(glyphs, part) ?? '');
  return parts.filter((part) => part !== '').join(' · ');
}
