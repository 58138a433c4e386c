import { keyEndpoints } from '#core/http/key-endpoints.ts';

export const endpoint = keyEndpoints('error', 'SIDECAR_KEY', { invalidKind: 'invalid' });
