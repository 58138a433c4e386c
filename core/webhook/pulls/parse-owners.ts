import * as z from 'zod/mini';
import { lowerAscii } from '#core/text/ascii.ts';
import { parseYaml, YamlError } from '#core/text/yaml.ts';

/** Larger files count as unreadable. */
const maxLength = 64 * 1024;
const maxPeople = 200;

const people = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.array(z.string()).check(z.maxLength(maxPeople))]))),
  // A text stands for a list of one.
  z.transform((logins) =>
    [logins ?? []].flat().map((login) => lowerAscii(login.replace(/^@/, ''))),
  ),
);
/** A key that is none may be a misspelt `approvers`. The last ones are other tools'. */
const schema = z.strictObject({
  approvers: people,
  reviewers: people,
  /** May use commands. */
  'allowed-users': people,
  /** In the root's file: may approve every area. */
  // Some repositories have a switch here: it names no one.
  'root-approvers': z.union([
    people,
    z.pipe(
      z.boolean(),
      z.transform((): string[] => []),
    ),
  ]),
  labels: z.optional(z.unknown()),
  emeritus_approvers: z.optional(z.unknown()),
  emeritus_reviewers: z.optional(z.unknown()),
});

/** Logins in lower case. */
export type OwnersFile = Pick<
  z.output<typeof schema>,
  'approvers' | 'reviewers' | 'allowed-users' | 'root-approvers'
>;

/** An OWNERS file, or the problem that it has. */
export function parseOwners(text: string): OwnersFile | string {
  if (text.length > maxLength) return 'it is longer than 64 KiB';
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) return error.message;
    throw error;
  }
  const { data, error } = schema.safeParse(value ?? {});
  if (data) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') return `${issue.keys[0]} is not a known key`;
  const key = issue?.path[0];
  return key === undefined
    ? 'it has to be a map of lists'
    : `${String(key)} has to be a list of at most ${maxPeople} logins`;
}
