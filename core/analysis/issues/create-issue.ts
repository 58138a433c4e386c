import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import { maskSecrets } from '../../text/mask.ts';
import { oneLine } from '../../text/one-line.ts';
import { secretsOf } from '../../text/secrets-of.ts';
import { calmText } from './calm-text.ts';
import { createOnce } from './create-once.ts';
import type { createBody, createdIssue, IssueTarget } from './issue-schema.ts';
import { linkIssue } from './link-issue.ts';
import { openPlace, type PlaceNeeds } from './open-place.ts';
import { readSubject } from './read-subject.ts';

type Needs = PlaceNeeds & Pick<Platform, 'blobs'>;

/** The shortest limit of the places: Jira's summary. Places show titles as plain text, without
 * mentions and tags. */
export const longestTitle = 255;

/** Files an issue for a failure, once for the failure and the place: a later request gets the same
 * issue, whatever its title. */
export async function createIssue(
  needs: Needs,
  caller: Caller,
  target: IssueTarget,
  job_id: string,
  request: z.output<typeof createBody>,
): Promise<z.output<typeof createdIssue>> {
  const { title, body, test_name, child_job_name, child_build_number, ...access } = request;
  const place = await openPlace(needs, caller, target, { job_id, access, needsToken: true });
  const wanted = { test_name, child_job_name, child_build_number };
  const subject = await readSubject(needs, job_id, wanted);
  const failure = {
    ...{ job_id, test_name, child_job_name: subject.child_job_name },
    // The request's may be 0 for any build.
    child_build_number: subject.child_build_number,
  };
  const id = createHash('sha256')
    .update(JSON.stringify([...Object.values(failure), place.target, place.name]))
    .digest('hex');
  const secrets = [
    ...secretsOf(needs.environment),
    ...[access.scm_token, access.tracker_token].filter((token) => token !== ''),
  ];
  const row = await createOnce(needs, place, { id, ...failure }, (mark) => ({
    title: oneLine(maskSecrets(title, secrets), longestTitle),
    body: signed(maskSecrets(body, secrets), {
      ...{ username: caller.username, mark, longest: place.longestBody },
    }),
  }));
  const comment_id = await linkIssue(needs, caller, row, subject.failure.error_signature);
  const { url, key, number } = row;
  return { url, title: row.title, key, number, comment_id };
}

interface Signature {
  /** Empty: anonymous. */
  readonly username: string;
  readonly mark: string;
  readonly longest: number;
}

const footer = /(?:^|\n)---\n+(?:Reported by [^\n]*\n+)?Filed with Lantern[^\n]*$/;
const cutNote = '\n\n… (cut: it was longer than an issue may be)';

/** The text with one footer: a body that was filed before has one. */
export function signed(text: string, { username, mark, longest }: Signature): string {
  const reporter = username === '' ? '' : `Reported by ${plainName(username)}\n\n`;
  const end = `\n\n---\n${reporter}Filed with Lantern (\`${mark}\`)\n`;
  const body = calmText(text.toWellFormed()).trimEnd().replace(footer, '').trimEnd();
  const room = longest - end.length;
  if (body.length <= room) return `${body}${end}`.trimStart();
  return `${body.slice(0, room - cutNote.length).toWellFormed()}${cutNote}${end}`;
}

/** A name is a stranger's text too. */
function plainName(name: string): string {
  return calmText(oneLine(name, 100)).replaceAll(/[[\]()`*_~\\]/g, String.raw`\$&`);
}
