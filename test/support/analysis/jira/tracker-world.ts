import { openTracker } from '#core/analysis/issues/tracker/jira.ts';
import type { Tracker, TrackerAccess } from '#core/analysis/issues/tracker/tracker.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { manualClock, type ManualClock } from '#test/support/manual-clock.ts';
import { cloudLogin, fakeJira, serverToken } from './server.ts';
import type { FakeJira } from './state.ts';

export interface TrackerWorld {
  readonly jira: FakeJira;
  readonly access: TrackerAccess;
  readonly tracker: Tracker;
  readonly clock: ManualClock;
  close(): Promise<void>;
}

/** A fake Jira and our client for it. */
export async function worldOf(
  kind: FakeJira['kind'],
  { isSecure = false } = {},
): Promise<TrackerWorld> {
  const jira = await fakeJira(kind, isSecure ? testCertificate() : undefined);
  const clock = manualClock();
  const access = {
    ...{ url: jira.origin, verifyTls: true, isTrusted: true },
    ...(kind === 'cloud' ? cloudLogin : { email: undefined, token: serverToken }),
  };
  return { jira, access, clock, tracker: trackerOf(access, clock), close: () => jira.close() };
}

export function trackerOf(access: TrackerAccess, clock = manualClock()): Tracker {
  const fetch = netFetch({ allowPrivate: false, clock, log: () => {} });
  return openTracker({ fetch, clock }, access);
}
