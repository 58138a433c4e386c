import { expect, it } from 'vitest';
import { cloud, laptop } from '#core/home/homes.ts';

it('a model may work as long as the place allows where the steps run', () => {
  expect(laptop.callMinutes).toBe(35_000);
  expect(cloud({}).callMinutes).toBe(14);
  expect(cloud({ LANTERN_WORKER: 'function' }).callMinutes).toBe(14);
  expect(cloud({ LANTERN_WORKER: 'task' }).callMinutes).toBe(35_000);
});
