import { providerTable } from './provider-table.ts';

/** What a request and AI_PROVIDER may name; the first is the default. */
export const providerIds: readonly string[] = providerTable.map(({ id }) => id);

export const [initialProvider = ''] = providerIds;

/** The provider when none is chosen and the default one is not installed. */
export const offline = 'offline';
