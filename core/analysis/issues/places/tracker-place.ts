import type { Tracker } from '../tracker/tracker.ts';
import type { IssuePlace } from './issue-place.ts';

/** Jira's limit for a description is half of it; the client cuts what is longer there. */
const longestBody = 30_000;
/** Of several calls of at most 8 s each. */
const leaseMilliseconds = 40_000;
const mostSimilar = 5;

interface Project {
  /** Of the tracker. */
  readonly url: string;
  readonly key: string;
  readonly securityLevel: string;
}

export function trackerPlace(tracker: Tracker, { url, key, securityLevel }: Project): IssuePlace {
  return {
    target: 'tracker',
    name: `${url}#${key.toUpperCase()}`,
    ...{ longestBody, leaseMilliseconds },
    async similar(words) {
      const found = await tracker.search(key, words, mostSimilar);
      return found.map(({ key, summary: title, status, url }) => ({ key, title, url, status }));
    },
    create: async ({ title, body, mark }) => ({
      ...(await tracker.create({ project: key, title, body, securityLevel, mark })),
      number: 0,
    }),
    async find(mark) {
      const found = await tracker.findCreated(key, mark);
      return found && { ...found, number: 0 };
    },
  };
}
