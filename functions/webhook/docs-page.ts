import { tryPage } from '#core/web/api/try-page.ts';
import { apiPage } from './api-page.ts';

export const handler = apiPage('Interactive documentation of this interface', (frame, document) =>
  tryPage(frame, document, { reference: '/redoc', document: '/openapi.json' }),
);
