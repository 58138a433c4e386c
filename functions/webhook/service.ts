import { endpoints } from '#core/http/endpoint.ts';

export const endpoint = endpoints({
  errorKey: 'detail',
  identify: async () => ({ caller: undefined }),
  access: { public: {} },
});
