import { referencePage } from '#core/web/api/reference-page.ts';
import { apiPage } from './api-page.ts';

export const handler = apiPage('Reference of this interface', (frame, document) =>
  referencePage(frame, document, '/docs'),
);
