import { endpoints } from '#core/http/endpoint.ts';

export const endpoint = endpoints({
  errorKey: 'error',
  identify: async () => ({ caller: undefined }),
  access: { public: {} },
});
