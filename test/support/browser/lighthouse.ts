import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromePath } from './browser.ts';

/** A folder in which Lighthouse was installed: 150 MB are too much for everybody's node_modules. */
export const lighthouseFolder = process.env['LANTERN_LIGHTHOUSE'];

export interface LighthouseReport {
  readonly categories: Record<string, { readonly score: number }>;
  readonly audits: Record<
    string,
    {
      readonly id: string;
      readonly score: number | null;
      readonly title: string;
      readonly numericValue: number;
    }
  >;
}

/** What Lighthouse finds on a page. */
export async function lighthouse(
  url: string,
  categories: readonly string[],
  options: readonly string[] = [],
): Promise<LighthouseReport> {
  const program = join(lighthouseFolder ?? '', 'node_modules/lighthouse/cli/index.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[program, url, '--quiet', '--output=json', ...options],
      `--only-categories=${categories.join()}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: chromePath }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as LighthouseReport;
}
