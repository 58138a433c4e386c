import { describe, expect, it } from 'vitest';
import { checkAddress } from '#core/webhook/allowlist/check-address.ts';
import { refreshAllowlist } from '#core/webhook/allowlist/refresh-allowlist.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const world = eachTest(webhookWorld);
const hour = 3_600_000;
const down = { status: 503, body: 'down' };
const scmOn = 'verify-scm-ips: true';
const bothOn = `${scmOn}\nverify-cdn-ips: true`;

async function verdict(address: string | undefined): Promise<string> {
  try {
    await checkAddress(world().platform, address);
    return 'accepted';
  } catch (error) {
    const { kind, message } = error as { kind: string; message: string };
    return `${kind}: ${message}`;
  }
}

const undetermined = 'invalid: Could not determine client IP address';
const unparsable = 'invalid: Could not parse client IP address';
const refused = (address: string) => `forbidden: ${address} IP is not a valid ip in allowlist IPs`;

describe('the source address of a delivery', () => {
  it.each<[configuration: string, address: string | undefined, verdict: string]>([
    ['', undefined, 'accepted'],
    ['', 'nonsense', 'accepted'],
    ['', '203.0.113.1', 'accepted'],
    [scmOn, undefined, undetermined],
    [scmOn, '', undetermined],
    [scmOn, 'nonsense', unparsable],
    [scmOn, '192.30.252.0/22', unparsable],
    [scmOn, '192.30.253.7', 'accepted'],
    [scmOn, '::ffff:192.30.253.7', 'accepted'],
    [scmOn, '::ffff:c01e:fd07', 'accepted'],
    [scmOn, '2a0a:a440::1', 'accepted'],
    [scmOn, '192.30.251.255', refused('192.30.251.255')],
    [scmOn, '::ffff:203.0.113.1', refused('203.0.113.1')],
    [scmOn, '2001:db8::1', refused('2001:db8::1')],
    [scmOn, '173.245.48.1', refused('173.245.48.1')],
    [bothOn, '173.245.48.1', 'accepted'],
    [bothOn, '2400:cb00::1', 'accepted'],
    [bothOn, '192.30.253.7', 'accepted'],
    ['verify-cdn-ips: true', '192.30.253.7', refused('192.30.253.7')],
  ])('with %j of %j: %s', async (configuration, address, expected) => {
    await world().configure(configuration);
    await refreshAllowlist(world().platform);
    expect(await verdict(address)).toBe(expected);
  });

  it('is checked as soon as the configuration asks for it', async () => {
    const { configure } = world();
    await configure();
    expect(await verdict('203.0.113.1')).toBe('accepted');
    await configure(scmOn);
    expect(await verdict('203.0.113.1')).toBe(refused('203.0.113.1'));
    await configure();
    expect(await verdict('203.0.113.1')).toBe('accepted');
  });

  it('is not the reason of a refusal while the configuration is wrong', async () => {
    const { configure } = world();
    await configure(scmOn);
    await configure('prot: 1');
    expect(await verdict('203.0.113.1')).toBe('accepted');
  });
});

describe('the published addresses', () => {
  it('refuse the start when none can be read', async () => {
    const { configure, host, platform } = world();
    host.faults.push(down);
    await configure(scmOn);
    const { message } = await expectFailure(refreshAllowlist(platform), 'configuration');
    expect(message).toMatch(/^No address ranges .* answered 503 without a list .* verify-scm-ips/);
  });

  it('refuse every address when the cloud cannot read one', async () => {
    const { configure, host } = world();
    host.faults.push(down);
    await configure(scmOn);
    expect(await verdict('192.30.253.7')).toBe(refused('192.30.253.7'));
  });

  it.each<[string, object]>([
    ['no document', {}],
    ['no ranges', { hooks: [] }],
    ['only invalid ones', { hooks: ['192.30.252.0/33', 'x', '1.2.3.4/8/8'] }],
    ['other things', { hooks: [1, 2] }],
  ])('refuse the start with %s', async (_, scm) => {
    const { configure, host, platform } = world();
    host.published.scm = scm;
    await configure(scmOn);
    await expectFailure(refreshAllowlist(platform), 'configuration', 'no_address_ranges');
  });

  it('suffice from one source', async () => {
    const { configure, host, platform, problems } = world();
    host.published.scm = {};
    await configure(bothOn);
    await refreshAllowlist(platform);
    expect(await verdict('173.245.48.1')).toBe('accepted');
    expect(await verdict('192.30.253.7')).toBe(refused('192.30.253.7'));
    expect(problems()).toEqual([
      expect.objectContaining({ message: 'published addresses could not be read' }),
    ]);
  });

  it('may have invalid ranges, which are skipped and logged', async () => {
    const { configure, host, platform, problems } = world();
    host.published.scm = { hooks: ['x', '192.30.252.0/22'] };
    await configure(scmOn);
    await refreshAllowlist(platform);
    expect(await verdict('192.30.253.7')).toBe('accepted');
    expect(problems()).toEqual([expect.objectContaining({ invalid: ['x'] })]);
  });

  it.each([
    ['on', hour],
    ['back (R7)', -hour],
  ])('are read again an hour %s, and stay in force when that fails', async (_way, change) => {
    const { clock, configure, host, platform, problems } = world();
    await configure(scmOn);
    await refreshAllowlist(platform);
    host.published.scm = { hooks: ['203.0.113.0/24'] };
    clock.jump(change);
    host.faults.push(down);
    await refreshAllowlist(platform);
    expect(await verdict('192.30.253.7')).toBe('accepted');
    expect(problems()).toEqual([expect.objectContaining({ in_force: '2026-01-01T00:00:00.100Z' })]);
    await refreshAllowlist(platform);
    await clock.advance(30_000);
    expect(await verdict('192.30.253.7')).toBe(refused('192.30.253.7'));
    expect(await verdict('203.0.113.1')).toBe('accepted');
  });

  it('do not hinder the start when the configuration is wrong or missing', async () => {
    const { configure, platform, problems } = world();
    await refreshAllowlist(platform);
    await configure('prot: 1');
    await refreshAllowlist(platform);
    expect(problems().map(({ message }) => message)).toEqual([
      expect.stringContaining('prot is not a known key'),
    ]);
  });
});
