import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { diskFault } from '#test/support/disk-faults.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { seed } from '#test/support/property.ts';
import { openSites, sourceOf, type Pages } from '#test/support/site-world.ts';

const offload = childOffload();
afterAll(() => offload.close());

const before: Pages = { one: '# One\n\nSee [two](two.md).\n', two: '# Two\n', three: '# Three\n' };
// One page as it was, one changed, one gone, one new.
const after: Pages = { one: before['one'] ?? '', two: '# Two anew\n', four: '# Four\n' };

type Sites = Awaited<ReturnType<typeof openSites>>;

async function shown({ paths, read }: Sites): Promise<object> {
  const files = (await paths()).map(async (path) => [path, await read(path)]);
  return Object.fromEntries((await Promise.all(files)) as [string, string][]);
}

describe('a site whose disk fails while it is rendered and published (R7)', async () => {
  const reference = await openSites({ offload });
  await reference.render(sourceOf(before));
  const old = await shown(reference);
  const counting = await diskFault({
    ...{ directory: reference.directory, at: Infinity, how: 'EIO', when: 'before' },
  });
  await reference.render(sourceOf(after));
  counting[Symbol.dispose]();
  const whole = await shown(reference);
  await reference.close();
  const steps = counting.steps();

  // All of them: LANTERN_TEST_STRIDE=1.
  const stride = Number(process.env['LANTERN_TEST_STRIDE'] ?? 11);
  const points = Array.from({ length: steps }, (_, at) => at + 1).filter(
    (at) => (at - seed) % stride === 0,
  );

  it.each([
    ['EIO', 'before', 1],
    ['EIO', 'after', 1],
    ['ENOSPC', 'before', 1],
    // From there on, until somebody makes room.
    ['ENOSPC', 'before', Infinity],
  ] as const)('%s %s %d of its steps', async (how, when, count) => {
    let failures = 0;
    for (const at of points) {
      const sites = await openSites({ offload });
      await sites.render(sourceOf(before));
      const fault = await diskFault({ directory: sites.directory, at, count, how, when });
      const rendering = sites.render(sourceOf(after));
      const failed = await rendering.then(
        () => false,
        () => true,
      );
      fault[Symbol.dispose]();
      if (failed) {
        const { message } = await expectFailure(rendering, 'unavailable');
        expect(message).toMatch(/^[^\n]{10,120}$/);
        expect(message).not.toContain(sites.directory);
        failures += 1;
      }
      const now = await shown(sites);
      expect([at, now]).toEqual([at, failed && 'three.html' in now ? old : whole]);
      await sites.render(sourceOf(after));
      expect([at, await shown(sites)]).toEqual([at, whole]);
      const names = readdirSync(sites.directory, { recursive: true, encoding: 'utf8' });
      // Where nothing can be deleted either, the store does it when it is opened next.
      const left = names.filter((name) => count === 1 && /\.part$|\.version$/.test(name));
      expect(left).toEqual([]);
      await sites.close();
    }
    expect(failures).toBeGreaterThan(points.length / 2);
  });
});
