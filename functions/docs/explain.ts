import { docsSite } from '#core/docs/pages/docs-site.ts';
import { explainer } from '#core/web/explain.ts';

/** Answers people who may not, or were wrong. */
export const explain = explainer(docsSite);
