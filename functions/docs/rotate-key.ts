import { docsIdentity } from '#core/docs/projects/access/identity.ts';
import { rotateKeyEndpoint } from '#core/identity/endpoints/manage-users.ts';
import { endpoint } from './endpoint.ts';

export const handler = rotateKeyEndpoint(endpoint, ({ environment }) => docsIdentity(environment));
