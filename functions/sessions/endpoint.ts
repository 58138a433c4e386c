import { keyEndpoints } from '#core/http/key-endpoints.ts';

export const endpoint = keyEndpoints('detail', 'SESSIONINFO_KEY');
