import { xssCorpus } from './xss-corpus.ts';

/** Every attack at once. */
export const allAttacks = xssCorpus.join('\n');

/** What code chooses, not people: pages look up what to show by it. */
const chosen =
  /^(?:assets|status|classification|last_classification|stage|health|kind|via|target|accepted|event|severity|group_by|source)$/;
const time = /^\d{4}-\d\d-\d\d/;

/** The same view with attacks in place of its texts. A list has an entry for each attack; what is
 * in an entry has its attack. */
export function hostile<View>(view: View): View {
  return changed(view, allAttacks, false) as View;
}

function changed(value: unknown, attack: string, isInList: boolean): unknown {
  if (typeof value === 'string') return time.test(value) ? value : attack;
  if (Array.isArray(value)) {
    const entries = value as unknown[];
    if (isInList || entries.length === 0)
      return entries.map((entry) => changed(entry, attack, true));
    return [...xssCorpus, allAttacks].map((text, at) =>
      changed(entries[at % entries.length], text, true),
    );
  }
  if (value instanceof Map) {
    const [first] = value.values();
    const texts = value.size === 0 ? [] : xssCorpus;
    return new Map(texts.map((text) => [text, changed(first, text, true)]));
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      chosen.test(name) ? part : changed(part, attack, isInList),
    ]),
  );
}
