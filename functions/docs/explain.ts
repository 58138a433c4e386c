import { docsSite } from '#core/docs/pages/docs-site.ts';
import { explainer } from '#core/web/explain.ts';

/** Shows failures of this service to people. */
export const explain = explainer(docsSite);
