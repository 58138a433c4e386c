import { logEntry } from './sample-logs.ts';

const levels = ['DEBUG', 'INFO', 'INFO', 'STEP', 'SUCCESS', 'WARNING', 'INFO', 'ERROR'] as const;
const people = ['ada', 'grace', 'linus'];

const traceback = `Traceback (most recent call last):
  File "handlers/labels.py", line 41, in add
    await self.client.post(path, body)
HttpError: 422 Unprocessable Entity`;

/** Entries of deliveries `hook-0`, `hook-1`…, eight each, a second apart, the newest last. */
export function manyEntries(count: number, newest = Date.parse('2026-03-01T11:59:00.000Z')) {
  return Array.from({ length: count }, (_, at) => {
    const level = levels[at % levels.length] ?? 'INFO';
    const delivery = Math.floor(at / levels.length);
    const text = level === 'ERROR' ? 'Adding the label failed' : 'Labels of the pull request';
    return logEntry(`${text}, line ${at}`, {
      timestamp: new Date(newest - (count - 1 - at) * 1_000).toISOString(),
      ...{ level, hook_id: `hook-${delivery}` },
      ...(level === 'ERROR' && { exc_info: traceback }),
      event_type: delivery % 3 === 0 ? 'push' : 'pull_request',
      repository: delivery % 2 === 0 ? 'team/lamp' : 'team/oil',
      ...(delivery % 3 !== 0 && { pr_number: (delivery % 40) + 1 }),
      scm_user: people[delivery % people.length] ?? '',
    });
  });
}
