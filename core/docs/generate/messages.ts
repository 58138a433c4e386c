export const planQueue = 'docs-plan';
export const pageQueue = 'docs-page';
export const renderQueue = 'docs-render';

/** Pages in work at once in one generation. */
export const pagesAtOnce = 5;
