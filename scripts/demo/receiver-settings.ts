import { hostToken } from '#test/support/scm/state.ts';
import { organization, projects } from './story/team.ts';

/** Signs the deliveries of the demonstration. */
export const webhookSecret = 'the-secret-of-the-demonstration';

/** The receiver's config.yaml, with a code host at that address. */
export function receiverSettings(origin: string): string {
  const entries = projects.flatMap(({ name }) => [
    `  ${name}:`,
    `    name: ${organization}/${name}`,
    '    set-auto-merge-prs: [main]',
    '    default-status-checks: [tests]',
  ]);
  return [
    `scm-api-url: ${origin}`,
    `scm-tokens: [${hostToken}]`,
    `webhook-secret: ${webhookSecret}`,
    'conventional-title: [feat, fix, docs, chore]',
    'minimum-lgtm: 1',
    'gap-fill: false',
    'repositories:',
    ...entries,
    '',
  ].join('\n');
}
