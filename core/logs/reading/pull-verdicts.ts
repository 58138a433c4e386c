import type { PlacedEntry, WebhookSummary } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { evaluationTask } from '../writing/delivery-log.ts';

/** The step of the receiver that judges whether a pull request can be merged. */
const step = 'can-be-merged';
const maxRead = 200;

/** What an evaluation of a pull request found. */
export interface Verdict {
  readonly time: string;
  readonly outcome: string;
  /** Why it cannot be merged, in markdown, one line each. */
  readonly reasons: readonly string[];
  /** The place of its entry, when the evaluation came after the delivery that asked for it. */
  readonly cursor?: number;
}

/** Those of evaluations after the deliveries that asked for them, newest first. */
export async function laterVerdicts(
  { logs }: Pick<Platform, 'logs'>,
  pr_number: number,
  repository: string,
): Promise<Verdict[]> {
  const where = { pr_number, repository, search: `${step}: completed: ` };
  const { entries } = await logs.search({ where }, { limit: maxRead });
  return entries
    .filter(({ task_id, task_type }) => task_id === step && task_type === evaluationTask)
    .map(verdictOfEntry);
}

function verdictOfEntry({ timestamp: time, message, cursor }: PlacedEntry): Verdict {
  const [first = '', ...lines] = message.split('\n');
  const outcome = first.slice(`${step}: completed: `.length);
  return { time, outcome, reasons: lines.map((line) => line.replace(/^- /, '')), cursor };
}

/** That of a delivery which evaluated by itself. */
export function verdictOf({ workflow_steps: steps }: WebhookSummary): Verdict | undefined {
  const record = steps[step];
  if (!record || typeof record['outcome'] !== 'string') return undefined;
  const { outcome, reasons } = record;
  const lines = Array.isArray(reasons) ? reasons.map(String) : [];
  return { time: record.timestamp, outcome: String(outcome), reasons: lines };
}
