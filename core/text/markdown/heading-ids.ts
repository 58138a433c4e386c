const unwanted = /[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu;
const maxIdLength = 200;

/**
 * Gives each heading the id that GitHub would give, so that links written for GitHub work. An id
 * has no upper-case ASCII letter, no dot and no colon: ids of the page itself that contain one
 * cannot collide with it.
 */
export function headingIds(): (text: string) => string {
  const ids = new Set<string>();
  const counts = new Map<string, number>();
  return (text) => {
    const slug = text.trim().toLowerCase().replace(unwanted, '').replaceAll(' ', '-');
    const base = slug.slice(0, maxIdLength).toWellFormed() || 'section';
    let id = base;
    let count = counts.get(base) ?? 0;
    while (ids.has(id)) id = `${base}-${++count}`;
    counts.set(base, count);
    ids.add(id);
    return id;
  };
}
