import { html, type Html } from './html.ts';
import { icon, mark } from './mark.ts';
import type { PageAssets } from './page-assets.ts';
import type { Entrance, ServiceLink } from './services.ts';

export interface NavigationItem {
  readonly label: string;
  readonly url: string;
  /** The current page. */
  readonly current?: boolean;
  /** In the footer, of what people need seldom. */
  readonly isInFooter?: boolean;
}

export interface PageUser {
  readonly name: string;
  readonly role?: string;
  /** A page about the user. */
  readonly url?: string;
  /** Absent without a session, as with a bearer key. */
  readonly logoutUrl?: string;
}

interface PageContent {
  /** The document's title; the product's name is added. */
  readonly title: string;
  /** One sentence for search engines and previews of links; absent: the lead. */
  readonly description?: string;
  /** The h1 above the body; absent: the body contains one. */
  readonly heading?: string;
  readonly lead?: string;
  readonly body: Html;
  readonly assets: PageAssets;
  readonly navigation?: readonly NavigationItem[];
  readonly user?: PageUser | undefined;
  /** `narrow` is one centred card, without navigation. */
  readonly layout?: 'wide' | 'narrow';
}

/** A complete HTML document, without inline scripts and styles, which policy.ts forbids. */
export function page(content: PageContent): string {
  const { assets, body, heading, lead, description = lead, layout = 'wide' } = content;
  const title = content.title === 'Lantern' ? 'Lantern' : `${content.title} · Lantern`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        ${description !== undefined && html`<meta name="description" content="${description}" />`}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script src="${assets.early}"></script>
        <link rel="preload" as="font" type="font/woff2" href="${assets.font}" crossorigin />
        ${assets.styles.map((path) => html`<link rel="stylesheet" href="${path}" />`)}
        <link rel="icon" type="image/svg+xml" href="${assets.icon}" />
        ${assets.scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
      </head>
      <body class="page page-${layout}">
        <a class="skip" href="#main">Skip to content</a>
        ${header(content)}
        <main id="main" tabindex="-1">
          ${
            heading !== undefined &&
            html`<div class="page-heading">
              <h1>${heading}</h1>
              ${lead !== undefined && html`<p class="lead">${lead}</p>`}
            </div>`
          }
          ${body}
        </main>
        <footer class="page-footer">
          <p>
            Lantern, the services that live around a code
            repository.${(content.navigation ?? [])
              .filter(({ isInFooter }) => isInFooter)
              .map(({ label, url }) => html` <a href="${url}">${label}</a>`)}
          </p>
        </footer>
        <lantern-toast><p class="visually-hidden" role="status" data-announcer></p></lantern-toast>
      </body>
    </html>`.toString();
}

function header({ assets: { service, search, others = [] }, user, ...content }: PageContent): Html {
  const navigation = (content.navigation ?? []).filter(({ isInFooter }) => !isInFooter);
  const hasMenu = navigation.length > 0 || user !== undefined;
  const tools = html`<div class="page-tools">
    ${search !== undefined && searchLink(search)} ${themeSwitch()} ${user && account(user)}
  </div>`;
  return html`<header class="page-header">
    <div class="page-header-row">
      <div class="page-place">
        <a class="brand" href="/" aria-label="Lantern"
          >${mark()}<span class="brand-name">Lantern</span></a
        >
        ${service !== undefined && switcher(service, others)}
      </div>
      ${hasMenu ? menu(navigation, tools) : tools}
    </div>
  </header>`;
}

/** The service's name; where others are known, it opens the list of them. */
function switcher(service: string, others: readonly Entrance[]): Html {
  if (others.length === 0) return html`<span class="page-service">${service}</span>`;
  return html`<button class="button quiet page-service" popovertarget="page-services">
      ${service}<span class="visually-hidden">, other services</span>${icon('down')}
    </button>
    <nav id="page-services" class="page-services" popover aria-label="Services">
      <lantern-services>
        <ul>
          ${others.map((other) => html`<li><a ${addressOf(other)}>${other.label}</a></li>`)}
        </ul>
      </lantern-services>
    </nav>`;
}

/** Ctrl+K follows it from every page. */
function searchLink(search: ServiceLink): Html {
  return html`<lantern-services
    ><a
      class="button quiet page-search"
      ${addressOf(search)}
      data-shortcut="k"
      aria-keyshortcuts="Control+K"
      title="Search everything (Ctrl+K)"
      >${icon('search')}<span class="visually-hidden">Search everything</span></a
    ></lantern-services
  >`;
}

/** The second attribute directly after the first: core/http/reply/beneath.ts chooses between them. */
function addressOf({ url, inFront }: ServiceLink): Html {
  return inFront === undefined
    ? html`href="${url}"`
    : html`href="${url}" data-in-front="${inFront}"`;
}

/** In the row of the header, or behind a button where the row is too narrow. */
function menu(navigation: readonly NavigationItem[], tools: Html): Html {
  return html`<button class="button quiet page-menu-button" popovertarget="page-menu">
      ${icon('menu')}Menu
    </button>
    <div id="page-menu" class="page-menu" popover>
      ${
        navigation.length > 0 &&
        html`<nav class="page-nav" aria-label="Main">
          <ul>
            ${navigation.map(
              ({ label, url, current }) =>
                html`<li>
                  <a href="${url}" ${current && html`aria-current="page"`}>${label}</a>
                </li>`,
            )}
          </ul>
        </nav>`
      }
      ${tools}
    </div>`;
}

/** Hidden until its script runs; without script the system's theme applies. */
function themeSwitch(): Html {
  const choices = [
    { value: 'light', label: 'Light', picture: icon('sun') },
    { value: 'system', label: 'System', picture: icon('screen') },
    { value: 'dark', label: 'Dark', picture: icon('moon') },
  ];
  return html`<lantern-theme hidden>
    <fieldset class="switch">
      <legend class="visually-hidden">Theme</legend>
      ${choices.map(
        ({ value, label, picture }) =>
          html`<label title="${label}">
            <input type="radio" name="lantern-theme" value="${value}" />
            ${picture}<span class="visually-hidden">${label}</span>
          </label>`,
      )}
    </fieldset>
  </lantern-theme>`;
}

function account({ name, role, url, logoutUrl }: PageUser): Html {
  const title = html`title="${role ?? ''}"`;
  return html`<div class="account">
    ${
      url === undefined
        ? html`<span class="account-name" ${title}>${name}</span>`
        : html`<a class="account-name" ${title} href="${url}">${name}</a>`
    }
    ${logoutUrl !== undefined && html`<a class="button quiet" href="${logoutUrl}">Sign out</a>`}
  </div>`;
}
