import { escapeText, unescapeText } from '../escape.ts';

const kinds = 'note|warning|tip|danger|important|caution|info';
const spelled: Readonly<Record<string, string>> = { caution: 'danger', info: 'note' };

/** The tags to rewrite. In the markup every `<` begins a tag of ours. */
const tags = new RegExp(
  [
    '<a href="(?<href>[^"]*)"(?<rest>[^>]*)>',
    '<img src="(?<source>[^"]*)" alt="(?<alt>[^"]*)"[^>]*>',
    `<blockquote>\\s*<p>(?:<strong>(?<bold>${kinds})(?<colon>:?)</strong>|\\[!(?<github>${kinds})\\])[^\\S\\n]*:?(?:<br />)?\\s*(?<alone></p>)?`,
    '<blockquote>',
    '</blockquote>',
    '</a>',
  ].join('|'),
  'gi',
);

/** A header of a table that says nothing is none: screen readers would announce it for each cell. */
const emptyHeader = /<th( align="\w+")?><\/th>/g;

/** Rewrites the engine's links, pictures, quotations and empty headers. */
export function finishMarkup(raw: string): { html: string; links: readonly string[] } {
  const markup = raw.includes('<th') ? raw.replace(emptyHeader, '<td$1></td>') : raw;
  if (!/<(?:a |img |blockquote>)/.test(markup)) return { html: markup, links: [] };
  const links = new Set<string>();
  /** The end tag of each open quotation. */
  const quotes: string[] = [];
  let isInLink = false;

  const html = markup.replace(tags, (...match) => {
    const [whole] = match as [string];
    const groups = match.at(-1) as Record<string, string | undefined>;
    if (groups['href'] !== undefined) {
      isInLink = true;
      return openLink(groups['href'], groups['rest'] ?? '');
    }
    if (whole === '</a>') {
      isInLink = false;
      return whole;
    }
    if (groups['source'] !== undefined) return picture(groups['source'], groups['alt'] ?? '');
    if (whole === '</blockquote>') return quotes.pop() ?? whole;
    const kind = (groups['bold'] ?? groups['github'])?.toLowerCase();
    quotes.push(kind === undefined ? whole.replace('<', '</') : '</aside>');
    return kind === undefined
      ? whole
      : callout(spelled[kind] ?? kind) + (groups['alone'] ? '' : '\n<p>');
  });
  return { html, links: [...links] };

  function openLink(href: string, rest: string): string {
    const target = unescapeText(href);
    if (isSecure(target)) return `<a href="${href}"${rest} rel="noopener noreferrer">`;
    if (/^mailto:/i.test(target)) return `<a href="${href}"${rest}>`;
    links.add(target);
    return `<a data-page="${href}"${rest}>`;
  }

  /**
   * Loading a picture of another host would reveal the reader to it: the page has a link instead.
   */
  function picture(source: string, alt: string): string {
    const label = alt || 'picture';
    if (isInLink || !isSecure(unescapeText(source))) return alt;
    return `<a href="${source}" class="picture" rel="noopener noreferrer">${label}</a>`;
  }
}

function callout(kind: string): string {
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  return `<aside class="callout ${kind}"><p class="callout-title">${title}</p>`;
}

function isSecure(target: string): boolean {
  return /^https:\/\/[^/\\]/i.test(target);
}

/** Replaces the targets of links to pages and headings with addresses. A link that the resolver
 * does not know becomes text. */
export function resolveLinks(
  html: string,
  resolve: (target: string) => string | undefined,
): string {
  let isDead = false;
  return html.replace(/<a data-page="([^"]*)"([^>]*)>|<\/a>/g, (...match) => {
    const [whole, target, rest] = match as [string, string | undefined, string];
    if (target === undefined) {
      const end = isDead ? '' : whole;
      isDead = false;
      return end;
    }
    const href = resolve(unescapeText(target));
    isDead = href === undefined;
    return href === undefined ? '' : `<a href="${escapeText(href)}"${rest}>`;
  });
}
