import { services } from '#functions/manifest.ts';
import { healthPath, startOrder } from '#functions/service-manifest.ts';
import { localService } from './local-service.ts';
import { paint, print, type Shell } from '../line/shell.ts';
import { aligned } from '../line/table.ts';

/** Exit status 1: a service does not answer. */
export async function health(
  _words: readonly string[],
  options: { readonly json?: boolean },
  shell: Shell,
): Promise<number> {
  const states = await Promise.all(
    startOrder(services).map(async ([name, service]) => {
      const { hosting } = await localService(name);
      const path = healthPath(service);
      const host = hosting.host === '0.0.0.0' ? '127.0.0.1' : hosting.host;
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${hosting.port}${path}`;
      return { name, url, status: await ask(url) };
    }),
  );
  const text = aligned(
    states.map((state) => Object.values(state)),
    (cell, status, column) =>
      column === 2 ? paint(shell.stdout, status === 'up' ? 'green' : 'red', cell) : cell,
  );
  print(shell, options, states, text);
  return states.every(({ status }) => status === 'up') ? 0 : 1;
}

async function ask(url: string): Promise<string> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    return status === 200 ? 'up' : `answers ${status}`;
  } catch {
    return 'down';
  }
}
