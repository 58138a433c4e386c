import { Failure } from '#core/platform/failure.ts';
import type { StartView } from './start-form.ts';

export type Fields = Readonly<Record<string, string>>;

export function isBuild(fields: Fields): boolean {
  return 'job_name' in fields;
}

/** A form as it was sent and refused, for readers without script. */
export function sentForm(
  fields: Fields,
  message: string,
): Pick<StartView, 'value' | 'run' | 'error' | 'build'> {
  const error = message.replaceAll(/(?:^|(; ))\w+: /g, (_, next) => (next ? ' ' : ''));
  if (!isBuild(fields)) {
    const { raw_xml = '', run_job = '', run_build = '', run_branch = '' } = fields;
    return { value: raw_xml, run: { run_job, run_build, run_branch }, error };
  }
  const { job_name = '', build_number = '' } = fields;
  return { build: { job_name, build_number, error } };
}

/** Names the field, for scripts. */
export function atReport(failure: Failure): Failure {
  if (!/^(?:invalid_xml|unknown_report)$/.test(failure.code)) return failure;
  return new Failure(failure.kind, failure.code, `raw_xml: ${failure.message}`);
}
