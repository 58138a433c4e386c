import { expect, it } from 'vitest';
import { assertAllowed } from '#core/analysis/people/caller.ts';
import { Failure } from '#core/platform/failure.ts';

it.each([
  ['kim', true],
  ['KIM', true],
  ['\u212Aim', false],
  ['\uFF4Bim', false],
  ['kim\u0307', false],
  ['', false],
])('ALLOWED_USERS: %j (R9)', (username, isAllowed) => {
  const caller = { username, role: 'user', isAdmin: false, via: 'proxy' } as const;
  const check = () => assertAllowed({ ALLOWED_USERS: 'Kim' }, caller);
  if (isAllowed) expect(check).not.toThrow();
  else expect(check).toThrow(Failure);
});
