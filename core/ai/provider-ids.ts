export const providerIds: readonly string[] = ['provider_a', 'provider_b', 'provider_c'];
