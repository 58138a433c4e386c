/** What the pages of this service load besides the kit. */
export const docsBrowserFiles = { styles: ['docs/browser/pages.css'] };
