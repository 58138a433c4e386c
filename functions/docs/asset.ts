import { asset } from '#functions/shared/asset.ts';
import { endpoint } from './service.ts';

export const handler = asset(endpoint);
