import { docsIdentity } from '#core/docs/access/identity.ts';
import { logout } from '#functions/shared/logout.ts';
import { endpoint } from './service.ts';

export const handler = logout(endpoint, 'known', ({ environment }) => docsIdentity(environment));
