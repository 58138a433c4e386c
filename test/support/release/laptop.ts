import { resolve } from 'node:path';
import { bearer } from '#test/support/actors.ts';
import { http, type Received, type Sent } from '#test/support/http/http-client.ts';
import { program } from '#test/support/processes/program.ts';

/** A folder per release: what `npm start` left in `data`, and what its services answered then. */
export const releases = resolve(import.meta.dirname, '../../fixtures');
export const dataFile = 'data.tar.gz';
export const answersFile = 'answers.json';

export interface Answer {
  readonly service: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or text. */
  readonly body: unknown;
}

const adminKey = 'the-key-of-the-administrator';
export const asAdmin = bearer(adminKey);

const environment = {
  // These open nothing but the fixtures.
  ADMIN_KEY: adminKey,
  APP_ENCRYPTION_KEY: 'the-key-that-seals-parameters',
  // Deliveries and log entries of the fixtures do not expire.
  LOG_RETENTION_DAYS: '36500',
  PORT: '0',
  ANALYSIS_PORT: '0',
  WEBHOOK_SERVER_PORT: '0',
  SESSIONINFO_PORT: '0',
  SIDECAR_PORT: '0',
};

/** `npm start` in a folder, with its data. */
export async function openLaptop(folder: string) {
  const running = program(['start.ts'], { cwd: folder, environment });
  await running.printed(/^Stop with Ctrl\+C/);
  return {
    async send(service: string, sent: Sent): Promise<Received> {
      const line = await running.printed(new RegExp(`^${service} listening on `));
      return http(line.slice(line.indexOf('http://')))(sent);
    },
    async close(): Promise<void> {
      running.kill('SIGTERM');
      await running.ended;
    },
  };
}

export function contentOf({ text }: Received): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
