import { analysisIdentity } from '#core/analysis/identity.ts';
import { logout } from '#functions/shared/logout.ts';
import { endpoint } from './service.ts';

export const handler = logout(endpoint, 'visitor', analysisIdentity);
