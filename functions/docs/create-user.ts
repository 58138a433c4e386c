import { createDocsUser } from '#core/docs/projects/access/create-user.ts';
import { createUserEndpoint } from '#core/identity/endpoints/manage-users.ts';
import { endpoint } from './endpoint.ts';

export const handler = createUserEndpoint(endpoint, createDocsUser);
