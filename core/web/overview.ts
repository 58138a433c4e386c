import * as z from 'zod/mini';
import { count } from '#core/text/count.ts';

/** A path of the service that says it, never another site's. */
const path = z.string().check(z.regex(/^\/(?![/\\])[^\s\\]*$/), z.maxLength(2_000));
const text = z.string().check(z.maxLength(500));

const recent = z.object({
  at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)),
  text,
  /** How it ended; absent: nothing is wrong with it. */
  state: z.optional(z.enum(['failed', 'running'])),
  path: z.optional(path),
});

const need = z.object({ text, path: z.optional(path) });

const step = z.object({ text, isDone: z.boolean(), path: z.optional(path) });

/** What the search over everything finds, in the order in which it is shown. */
export const foundKinds = [
  'command',
  'project',
  'page',
  'job',
  'test',
  'pull',
  'delivery',
  'session',
] as const;

const match = z.object({
  kind: z.enum(foundKinds),
  text,
  /** What tells it from others of its name. */
  hint: z.optional(text),
  path,
});
export type Match = z.output<typeof match>;

/** A reader looks for these words. */
export const overviewQuery = z.object({ q: z.optional(z.string().check(z.maxLength(200))) });

/** So many of one kind are shown. */
export const maxMatches = 8;

/** The answer to a search. */
export function foundOnly(matches: readonly Match[]): Overview {
  return { recent: [], needs: [], steps: [], found: [...matches] };
}

/** A page of the header, or what a person does on a page: the link leads there, and changes nothing. */
interface Command {
  readonly label: string;
  readonly url: string;
  /** Its title among the commands of all services; absent: the label. */
  readonly title?: string;
  /** Other words for it. */
  readonly words?: string;
}

/** The commands of which each word of the query begins a word; those that have it in the title first. */
export function commandsOf(q: string, service: string, commands: readonly Command[]): Match[] {
  const words = q.toLowerCase().split(/\s+/);
  const has = (text: string) =>
    words.every((word) => ` ${text.toLowerCase()}`.includes(` ${word}`));
  const all = commands.map(({ label, url, title = label, words: more = '' }) => {
    return { title, url, rank: [`${title} ${service} ${more}`, title].filter(has).length };
  });
  return all
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxMatches)
    .map(({ title, url }) => ({ kind: 'command', text: title, hint: service, path: url }));
}

/** What a service says of itself on the first page of the home, to a caller with these rights. */
export const overview = z.object({
  /** The newest first. */
  recent: z.array(recent).check(z.maxLength(20)),
  /** What waits for a person. */
  needs: z.array(need).check(z.maxLength(20)),
  /** What to do before the service is of use. */
  steps: z.array(step).check(z.maxLength(10)),
  /** Only where something was looked for. */
  found: z.optional(z.array(match).check(z.maxLength(50))),
});
export type Overview = z.output<typeof overview>;

/** So many of each service are on the first page. */
export const maxRecent = 5;

/** At most so many characters, on one line. */
export function shortText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/** Dead letters are replayed on the command line. */
export function deadLetterNeeds(service: string, amount: number): Overview['needs'] {
  if (amount === 0) return [];
  const letters = count(amount, 'dead letter');
  return [{ text: `${letters}: run lantern jobs dead ${service}` }];
}
