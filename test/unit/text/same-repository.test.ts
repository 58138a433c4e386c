import { expect, it } from 'vitest';
import { isSameRepository } from '#core/text/same-repository.ts';

const url = 'https://code.example/team/shop';

it.each([
  [`${url}.git`, true],
  [`${url}/`, true],
  ['https://Code.Example:443/Team/shop', true],
  ['git@code.example:team/shop.git', true],
  ['ssh://git@code.example:22/team/shop', true],
  ['ssh://git@code.example:2222/team/shop', false],
  ['https://code.example:8443/team/shop', false],
  ['https://code.example/other/shop', false],
  ['https://other.example/team/shop', false],
  ['https://code.example/team/shop/docs', false],
  ['/srv/team/shop', false],
])('%s is the same repository: %s', (other, isSame) => {
  expect([isSameRepository(url, other), isSameRepository(other, url)]).toEqual([isSame, isSame]);
});

it('folders are the same by their path alone', () => {
  expect(isSameRepository('/srv/shop', '/srv/shop/')).toBe(true);
  expect(isSameRepository('/srv/shop', '/srv/Shop')).toBe(false);
});
