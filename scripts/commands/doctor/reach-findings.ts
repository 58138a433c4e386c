import type { Environment } from '#core/platform/ports/environment.ts';
import { bad, type Finding, good } from './finding.ts';

/** Settings with the address of another program. */
const addresses = [
  'CI_URL',
  'TRACKER_URL',
  'REPORTS_URL',
  'SIDECAR_URL',
  'SCM_API_URL',
  'AWS_ENDPOINT_URL_S3',
] as const;
const waitMilliseconds = 5_000;

/** Whether the programs that the settings name answer: any answer will do, no credentials are sent. */
export async function reachFindings(variables: Environment): Promise<Finding[]> {
  const set = addresses.flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Promise.all(set.map(([name, value]) => reach(name, value)));
}

async function reach(name: string, value: string): Promise<Finding> {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return bad(
      name,
      'is not an http or https address',
      `Set ${name} to one, such as https://host.example`,
    );
  }
  const { origin, host } = url;
  try {
    const options = {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMilliseconds),
    };
    const { status } = await fetch(origin, options as RequestInit);
    return good(name, `${host} answers (${status})`);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    const reason = (cause as { code?: string } | undefined)?.code ?? message;
    return bad(name, `${host} does not answer (${reason})`, `Start it, or correct ${name}`);
  }
}
