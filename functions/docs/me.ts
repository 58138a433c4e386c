import { me } from '#functions/shared/me.ts';
import { endpoint } from './service.ts';

export const handler = me(endpoint, 'known');
