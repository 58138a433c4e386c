import { escapeText, unescapeText } from './markdown-escape.ts';

const kinds = 'note|warning|tip|danger|important|caution|info';
const spelled: Readonly<Record<string, string>> = { caution: 'danger', info: 'note' };

/** Every tag that is looked at. The markup holds no `<` that does not begin a tag of ours. */
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

/** Looks at what the engine made of links, pictures and quotations. */
export function finishMarkup(markup: string): { html: string; links: readonly string[] } {
  if (!/<(?:a |img |blockquote>)/.test(markup)) return { html: markup, links: [] };
  const links = new Set<string>();
  /** How each open quotation ends. */
  const quotes: string[] = [];
  let isInLink = false;

  const html = markup.replace(tags, (...found) => {
    const [whole] = found as [string];
    const groups = found.at(-1) as Record<string, string | undefined>;
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

  /** A picture from elsewhere would tell that host who reads: a link to it does not. */
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

/**
 * Gives links to pages and headings their address; what the resolver does not know becomes text
 * and is told.
 */
export function resolveLinks(
  html: string,
  resolve: (target: string) => string | undefined,
): { html: string; dead: readonly string[] } {
  const dead = new Set<string>();
  if (!html.includes('<a data-page="')) return { html, dead: [] };
  let isDead = false;
  const settled = html.replace(/<a data-page="([^"]*)"([^>]*)>|<\/a>/g, (...found) => {
    const [whole, target, rest] = found as [string, string | undefined, string];
    if (target === undefined) {
      const end = isDead ? '' : whole;
      isDead = false;
      return end;
    }
    const plain = unescapeText(target);
    const href = resolve(plain);
    isDead = href === undefined;
    if (href === undefined) dead.add(plain);
    return href === undefined ? '' : `<a href="${escapeText(href)}"${rest}>`;
  });
  return { html: settled, dead: [...dead] };
}
