import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../../../scripts/demo/call.ts';
import { makeHome } from '../../../scripts/demo/make-home.ts';
import { demoKey, openHome } from '../../../scripts/demo/open-home.ts';
import { prepareHome } from '../../../scripts/demo/prepare-home.ts';
import { calendar } from '../../../scripts/demo/timeline.ts';
import { atEnd } from '#test/support/at-end.ts';
import { isComplete, runsAll } from '#test/support/level.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Rows = readonly Record<string, string>[];

// Its services stop at signals, as those of `npm start` do.
const listeners = process.getMaxListeners();
process.setMaxListeners(20);
atEnd(() => process.setMaxListeners(listeners));

describe.runIf(isComplete || runsAll)('the first day of the demonstration', () => {
  it('is in every service, at its own times', { timeout: 240_000 }, async () => {
    const { path: folder } = await temporaryFolder();
    const end = new Date();
    await makeHome(folder, { seed: 1, end, days: 1 });
    const home = await openHome(folder);
    const { urls } = home;
    atEnd(() => home.stop());
    const read = <Answer>(url: string) => call<Answer>(url, { key: demoKey });
    const { projects } = await read<{ projects: Rows }>(`${urls.docs}/api/projects`);
    expect(projects.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      ...['pelican-http ready', 'rigging ready', 'switchyard ready'],
    ]);
    const { deliveries } = await read<{ deliveries: Rows }>(`${urls.webhook}/logs/api/deliveries`);
    expect(deliveries.map(({ state }) => state)).toEqual(['success', 'success', 'success']);
    const analyses = await read<Rows>(`${urls.analysis}/api/dashboard`);
    expect(analyses.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    const sessions = await read<Rows>(`${urls.sessions}/sessions`);
    expect(sessions.map(({ title }) => title)).toEqual(['Retry after a reset']);
    const times = [
      ...projects.map((row) => row['last_generated']),
      ...deliveries.map((row) => row['received_at']),
      ...analyses.map((row) => row['created_at']),
      ...sessions.map((row) => row['created_at']),
    ];
    const { at } = calendar(end, () => 0);
    const isOfFirstDay = (time = '') =>
      time >= at(0, 0).toISOString() && time < at(1, 0).toISOString();
    expect(times.filter((time) => !isOfFirstDay(time ?? undefined))).toEqual([]);
  });
});

describe('the folder of the demonstration', () => {
  it('is refused when it has other files, and nothing of it is lost', async () => {
    const { path } = await temporaryFolder();
    const own = join(path, 'thesis.txt');
    writeFileSync(own, 'years of work');
    const make = prepareHome(path, { seed: 1, isMadeAgain: true });
    await expect(make).rejects.toThrow(/has other files/);
    expect(existsSync(own)).toBe(true);
  });

  it('is left as it is when it is complete', async () => {
    const { path } = await temporaryFolder();
    mkdirSync(join(path, 'docs'));
    writeFileSync(join(path, 'demo.json'), '{"seed":1}\n');
    appendFileSync(join(path, 'docs/app.db'), 'data');
    await prepareHome(path, { seed: 1 });
    expect(existsSync(join(path, 'docs/app.db'))).toBe(true);
  });
});
