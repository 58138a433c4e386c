import { parseArgs } from 'node:util';
import { Failure } from '#core/platform/failure.ts';
import { services } from '#functions/manifest.ts';
import { stageOptions } from '../../infra/stage.ts';

export interface Restore {
  readonly stage: string;
  readonly time: Date;
  readonly region: string;
  readonly services: readonly string[];
  /** By service: the table in use, where it was restored before. */
  readonly tables: Readonly<Record<string, string>>;
}

const usage = 'npm run restore -- --stage <stage> --time <2026-11-20T10:00:00Z> <service…>';

/** Versions of objects are kept for 30 days, and DynamoDB restores what is older than 5 minutes. */
const maxDays = 30;
const minMinutes = 5;

export function readRestore(words: readonly string[], now: Date): Restore {
  const { values, positionals } = read(words);
  const { stage = '', time: text = '' } = values;
  const choice = Object.entries(services).flatMap(([name, { isContainer }]) =>
    isContainer ? [] : [name],
  );
  const stranger = positionals.find((name) => !choice.includes(name));
  if (stage === '' || positionals.length === 0) throw refused(`Use: ${usage}`);
  if (stranger !== undefined) {
    throw refused(
      `${stranger} is no service with data in the cloud. There are ${choice.join(', ')}.`,
    );
  }
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime())) {
    throw refused('--time needs a date, a time and a zone, such as 2026-11-20T10:00:00Z');
  }
  const minutes = (now.getTime() - time.getTime()) / 60_000;
  if (minutes > maxDays * 24 * 60) {
    throw refused(`Versions of objects are kept for ${maxDays} days: --time is older`);
  }
  if (minutes < minMinutes) {
    throw refused(`AWS restores what is at least ${minMinutes} minutes old: --time is younger`);
  }
  const { region, tables } = stageOptions(stage);
  return { stage, time, region, services: [...new Set(positionals)], tables };
}

function read(words: readonly string[]) {
  const options = { stage: { type: 'string' }, time: { type: 'string' } } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw refused(`${error instanceof Error ? error.message : String(error)}. Use: ${usage}`);
  }
}

function refused(message: string): Failure {
  return new Failure('configuration', 'bad_usage', message);
}
