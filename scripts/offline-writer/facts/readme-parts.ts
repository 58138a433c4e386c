import type { Document, Section } from './document.ts';
import { sectionsOf } from './document.ts';

/** The page that shows a section of the README. */
export type Part = 'overview' | 'setup' | 'configuration' | 'contributing' | 'own' | 'none';

const parts: readonly (readonly [Part, RegExp])[] = [
  [
    'none',
    /^(?:table of )?contents$|^toc$|^index$|^badges?$|^status$|^links$|^related\b|^maintainers?\b|^authors?\b|^credits|^donat|sponsor|backers|acknowledg|^licen[cs]e|^changelog|support(?:ers)?$|stargazers|star history|community|code of conduct|who uses|used by/i,
  ],
  [
    'contributing',
    /contribut|^develop(?:ment|ing)|security policy|^(?:running )?(?:the )?tests?(?:ing)?\b/i,
  ],
  ['configuration', /^config|environment\b|^settings/i],
  [
    'setup',
    /install|getting started|quick ?start|^set ?up|requirement|prerequisite|^download|first steps|^usage$|^(?:a )?(?:simple |basic |quick )?examples?$|in a nutshell/i,
  ],
];
/** Longer sections have a page of their own. */
const maxLength = 6_000;
const refersBack =
  /\b(?:example|snippet|code|command|shown|described|mentioned)s? above\b|\babove (?:example|snippet|code)\b|\bprevious (?:example|section)\b/i;

/** A section that speaks of the example above it goes to the page of that example. */
export function splitReadme(readme: Document | undefined, isShort: boolean): [Part, Section][] {
  let last: Part = 'overview';
  return sectionsOf(readme ?? { lines: [] }).map((section) => {
    const text = section.lines.join('\n');
    const kind = parts.find(([, pattern]) => pattern.test(section.title))?.[0] ?? 'overview';
    const isLong = kind === 'overview' || kind === 'setup' ? text.length > maxLength : false;
    const part = section.level === 0 ? 'overview' : isLong && !isShort ? 'own' : kind;
    if (last !== 'none' && part !== 'none' && refersBack.test(text)) return [last, section];
    return [(last = part), section];
  });
}
