import { randomNumbers } from '../bench/samples/random.ts';
import { analysisEvents } from './analysis-events.ts';
import { until } from './call.ts';
import { docsEvents } from './docs-events.ts';
import { movableClock, type MovableClock } from './movable-clock.ts';
import { openHome, type DemoHome } from './open-home.ts';
import { agentEvents, sessionsEvents } from './sessions-events.ts';
import { calendar, type DemoEvent, storyDays } from './timeline.ts';
import { webhookEvents } from './webhook-events.ts';

interface Options {
  readonly seed: number;
  /** The end of the two weeks. */
  readonly end: Date;
  /** Only the first of the fourteen. */
  readonly days?: number;
  readonly tell?: (done: number, all: number) => void;
}

/** Lets two weeks pass in the services of an empty folder: everything is written by their own APIs. */
export async function makeHome(
  folder: string,
  { seed, end, days = storyDays, tell }: Options,
): Promise<void> {
  const clock = movableClock();
  const times = calendar(end, randomNumbers(seed));
  const events = [docsEvents, webhookEvents, analysisEvents, sessionsEvents, agentEvents]
    .flatMap((eventsOf): DemoEvent[] => eventsOf(times))
    .filter(({ at }) => at < times.at(days, 0))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  clock.moveTo(events[0]?.at ?? end);
  const home = await openHome(folder, { clock });
  try {
    for (const [place, { at, run }] of events.entries()) {
      clock.moveTo(at);
      await run(home);
      await settled(home, clock);
      tell?.(place + 1, events.length);
    }
  } finally {
    await home.stop();
  }
}

/** Evaluations of pull requests wait for a few seconds, which pass here in no time. */
async function settled({ platforms }: DemoHome, clock: MovableClock): Promise<void> {
  const { queue } = platforms.webhook;
  await until('The end of all evaluations', async () => {
    const { waiting, delayed, inFlight } = await queue.depth('webhook-evaluations');
    if (waiting + delayed + inFlight === 0) return true;
    if (waiting + inFlight === 0) clock.moveTo(new Date(clock.now().getTime() + 1_000));
    return undefined;
  });
}
