import { logsSite } from '#core/logs/pages/logs-site.ts';
import { explainer } from '#core/web/explain.ts';

export const explain = explainer(logsSite);
