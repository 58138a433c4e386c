import { duration } from '../duration.ts';
import { define } from './element.ts';

// Counts up from the `seconds` attribute, and again when the server updates it.
define(
  'lantern-clock',
  (host, signal) => {
    let base = 0;
    let since = 0;
    const show = () => {
      host.textContent = duration(base + (performance.now() - since) / 1_000);
    };
    const start = () => {
      base = Number(host.getAttribute('seconds') ?? 0);
      since = performance.now();
      show();
    };
    const timer = setInterval(show, 1_000);
    signal.addEventListener('abort', () => clearInterval(timer));
    start();
    return start;
  },
  ['seconds'],
);
