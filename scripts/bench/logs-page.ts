import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '#test/support/browser.ts';
import { manyEntries } from '#test/support/many-entries.ts';
import { onLocal, openWorld } from '#test/support/world.ts';
import type { Line } from './line.ts';

const rows = 10_000;
const steps = [0, 40, 1_700];

/** The page of the log in Chromium. Other work of the machine delays frames; the processor time of the
 * page's main thread does not depend on it. */
export async function lines(): Promise<Line[]> {
  const environment = { ENABLE_LOG_SERVER: 'true' };
  const world = await openWorld(onLocal, 'webhook', { environment });
  await world.platform.logs.append(manyEntries(rows));
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const session = await page.context().newCDPSession(page);
  try {
    await page.goto(`${world.url}/logs?limit=${rows}`);
    await page.locator(`[role=treegrid][aria-rowcount="${rows + 1}"]`).waitFor();
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const found: Line[] = [];
    for (const step of steps) {
      const { work, waits } = await scroll(page, session, step);
      const how = step === 0 ? 'standing still' : `scrolling ${step} px per frame`;
      const bar = step === 0 ? {} : { bar: 50 };
      found.push({ name: `log page, ${how}: heaviest frame`, value: work, unit: 'ms', ...bar });
      found.push({ name: `log page, ${how}: longest wait`, value: waits, unit: 'ms' });
    }
    return found;
  } finally {
    await browser.close();
    await world.close();
  }
}

/** The most processor time and the most time that a frame takes. */
async function scroll(page: Page, session: CDPSession, step: number) {
  let [work, waits] = [0, 0];
  let before = await taskSeconds(session);
  for (let at = 0; at < 120; at += 1) {
    waits = Math.max(waits, await page.evaluate(oneFrame, { step, direction: at < 60 ? 1 : -1 }));
    const now = await taskSeconds(session);
    work = Math.max(work, (now - before) * 1_000);
    before = now;
  }
  return { work, waits };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Runs in the page: scrolls, and returns how long the frame took. */
async function oneFrame({ step, direction }: { step: number; direction: number }) {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const before = await frame();
  const list = document.querySelector('.log-scroller');
  if (list) list.scrollTop += step * direction;
  return (await frame()) - before;
}
