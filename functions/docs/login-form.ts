import { docsIdentity } from '#core/docs/access/identity.ts';
import { loginForm } from '#functions/shared/login-form.ts';
import { endpoint } from './service.ts';

export const handler = loginForm(endpoint, ({ environment }) => docsIdentity(environment));
