import { createDocsUser } from '#core/docs/projects/same-folder.ts';
import { createUserEndpoint } from '#core/identity/endpoints/manage-users.ts';
import { endpoint } from './endpoint.ts';

export const handler = createUserEndpoint(endpoint, createDocsUser);
