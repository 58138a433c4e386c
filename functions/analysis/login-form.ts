import { analysisIdentity } from '#core/analysis/identity.ts';
import { loginForm } from '#functions/shared/login-form.ts';
import { endpoint } from './service.ts';

export const handler = loginForm(endpoint, analysisIdentity, { namesUser: true });
