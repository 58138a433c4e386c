import { describe, expect, it } from 'vitest';
import { readConfiguration } from '#core/webhook/configuration/read-configuration.ts';
import { tellAlerts } from '#core/webhook/upkeep/alerts.ts';
import { addDelivery } from '#test/support/webhook/delivery-rows.ts';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { allTests } from '#test/support/at-end.ts';
import { standIn } from '#test/support/http/stand-in.ts';
import { eachTest } from '#test/support/each-test.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const minute = 60_000;

interface Alert {
  readonly text: string;
  readonly count: number;
  readonly deliveries: readonly Record<string, unknown>[];
}

describe('alerts about failed deliveries', () => {
  const world = eachTest(webhookWorld);
  let status = 200;
  let alerts: Alert[] = [];
  const receiver = allTests(() =>
    standIn(({ body }, response) => {
      if (status < 400) alerts.push(JSON.parse(body.toString()) as Alert);
      response.writeHead(status).end();
    }),
  );

  const letters: { to: string; subject: string; text: string }[] = [];
  const tell = () =>
    tellAlerts({
      ...world().platform,
      mail: { send: async (letter) => void letters.push(letter) },
    });
  const fail = (id: string, more = {}) => {
    const completed_at = world().clock.now().toISOString();
    return addDelivery(world().platform, {
      ...{ id, state: 'failed', error: 'no answer, token=hunter2x', completed_at },
      ...{ received_at: completed_at, expires_at: '2030-01-01T00:00:00.000Z', ...more },
    });
  };

  it('are one message per ten minutes, with counts and links, and only of new ones', async () => {
    alerts = [];
    status = 200;
    letters.length = 0;
    const configured = `webhook-ip: https://hooks.example/webhook_server\n`;
    await world().configure(
      `${configured}alerts:\n  url: ${receiver().url}\n  mail: ops@example.com`,
    );
    await fail('before the first look');
    await world().clock.advance(1);
    await tell();
    await world().clock.advance(minute);
    await fail('d/1');
    await addDelivery(world().platform, { id: 'fine', received_at: '2026-01-01T00:01:00.000Z' });
    await tell();
    expect(alerts).toEqual([]);
    await world().clock.advance(10 * minute);
    await fail('d2', { pr_number: null, repository: 'team/other' });
    await tell();
    await tell();
    await world().clock.advance(10 * minute);
    await tell();
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({
      count: 2,
      deliveries: [
        { id: 'd2', repository: 'team/other', pr_number: null },
        {
          ...{ id: 'd/1', repository: 'team/lamp', event: 'pull_request', pr_number: 7 },
          error: 'no answer, token=***',
          url: 'https://hooks.example/logs/deliveries/d%2F1',
        },
      ],
    });
    expect(letters).toEqual([
      {
        to: 'ops@example.com',
        subject: expect.stringMatching(/^2 deliveries failed since 2026-/) as string,
        text: alerts[0]?.text,
      },
    ]);
    expect(alerts[0]?.text).toContain('team/lamp#7 pull_request: no answer');
  });

  it('tell entries that match a query of the log, once, and hold up nothing else', async () => {
    alerts = [];
    status = 200;
    letters.length = 0;
    await world().configure(
      `alerts:\n  url: ${receiver().url}\n  queries:\n    - 'repo:acme/mobile level:error "timed out"'\n    - level:debug`,
    );
    const say = (message: string, level = 'ERROR') => {
      const timestamp = world().clock.now().toISOString();
      const entry = logEntry(message, { timestamp, level, repository: 'acme/mobile' });
      return world().platform.logs.append([entry]);
    };
    await say('it timed out before');
    await world().clock.advance(2 * minute);
    await tell();
    await world().clock.advance(minute);
    await say('the check timed out\nat x');
    await say('it timed out', 'INFO');
    await world().clock.advance(9 * minute + 1);
    await tell();
    await tell();
    await world().clock.advance(11 * minute);
    await tell();
    expect(alerts).toHaveLength(1);
    const [{ text = '', ...alert } = {}] = alerts as Partial<Alert>[];
    expect(alert).toMatchObject({
      count: 1,
      url: expect.stringMatching(/^\/logs\?q=repo%3Aacme%2Fmobile\+level.*&end_time=/) as string,
    });
    expect(text).toContain('1 entry matches repo:acme/mobile level:error "timed out"');
    expect(text).toMatch(/ERROR acme\/mobile the check timed out at x$/);
  });

  it.each([
    ['repi:x', "repi: is no field. Did you mean 'repo'?"],
    ['from:1h', 'from: is there twice'],
    ['pr:x', 'pr_number must be a whole number'],
  ])('refuse the query %s', async (line, problem) => {
    await world().configure(`alerts: { queries: ['${line}'] }`);
    await expect(readConfiguration(world().platform)).rejects.toThrow(problem);
  });

  it('are sent when the clock was a day ahead at the last look (R7)', async () => {
    alerts = [];
    status = 200;
    await world().configure(`alerts: { url: '${receiver().url}' }`);
    world().clock.jump(24 * 60 * minute);
    await tell();
    world().clock.jump(-24 * 60 * minute);
    await tell();
    await world().clock.advance(10 * minute);
    await fail('d1');
    await tell();
    expect(alerts).toMatchObject([{ count: 1 }]);
  });

  it('are sent again when they were refused', async () => {
    alerts = [];
    status = 400;
    await world().configure(`alerts: { url: '${receiver().url}' }`);
    await tell();
    await world().clock.advance(10 * minute);
    await fail('d1');
    await expect(tell()).rejects.toThrow('answered 400');
    status = 200;
    await tell();
    expect(alerts).toMatchObject([{ count: 1, deliveries: [{ url: '/logs/deliveries/d1' }] }]);
  });
});
