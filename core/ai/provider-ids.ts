/** What a request and AI_PROVIDER may name; the first is the default. */
export const providerIds: readonly string[] = ['provider_a', 'provider_b', 'provider_c'];

export const initialProvider = 'provider_a';

/** The provider when none is chosen and the default one is not installed. */
export const offline = 'offline';
