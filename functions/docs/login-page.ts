import { docsIdentity } from '#core/docs/access/identity.ts';
import { loginPage } from '#functions/shared/login-page.ts';
import { endpoint } from './service.ts';

export const handler = loginPage(endpoint, ({ environment }) => docsIdentity(environment));
