import { html, type Html } from './html.ts';

/** How long ago, with the exact time at hand. */
export function ago(time: string, now: Date): Html {
  const seconds = (now.getTime() - Date.parse(time)) / 1000;
  return html`<time datetime="${time}" title="${clockTime(time)}">${agoText(seconds)}</time>`;
}

function agoText(seconds: number): string {
  if (seconds < 45) return 'just now';
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}

export function clockTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
