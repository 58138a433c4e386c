import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { define, make } from '#core/web/elements/element.ts';
import { visibleText } from '../../text/visible-text.ts';

// `src`: the entries of a step, which are loaded when they are asked for.
define('lantern-step-logs', (host, signal) => {
  const source = host.getAttribute('src');
  if (source === null || host.querySelector('details')) return;
  const lines = make('pre', { class: 'log-text', tabindex: '0' }, 'Loading…');
  const summary = make('summary', {}, 'Log lines');
  const details = make('details', { class: 'more' }, summary, lines);
  host.prepend(details);
  details.addEventListener('toggle', () => void load(), { signal });
  let isLoaded = false;

  const load = async () => {
    if (!details.open || isLoaded) return;
    try {
      const response = await fetch(source, { signal });
      const body = (await response.json()) as { logs?: PlacedEntry[]; detail?: string };
      isLoaded = response.ok;
      lines.textContent = body.logs
        ? textOf(body.logs)
        : (body.detail ?? 'The server failed. Close this and open it again.');
    } catch {
      if (!signal.aborted)
        lines.textContent = 'The server did not respond. Close this and open it again.';
    }
  };
});

function textOf(entries: readonly PlacedEntry[]): string {
  if (entries.length === 0) return 'This step did not write to the log.';
  return entries
    .map(({ timestamp, level, message }) =>
      visibleText(`${timestamp} ${level.padEnd(9)} ${message}`),
    )
    .join('\n');
}
