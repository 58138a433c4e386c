import { duration } from '../duration.ts';
import { html, type Html } from '../html.ts';

type Tone = 'good' | 'bad' | 'warn' | 'info' | 'quiet';

/** A state in one word; the dot is never the only sign. */
export function badge(tone: Tone, text: string): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

export function notice(tone: Tone, body: Html | string): Html {
  return html`<div class="notice ${tone}">${body}</div>`;
}

/** `value` absent: busy without a known end. */
export function progress(
  label: string,
  { value, max = 1, text }: { value?: number; max?: number; text?: string } = {},
): Html {
  const known = value !== undefined && html`value="${value}" max="${max}"`;
  return html`<lantern-progress
    label="${label}"
    ${known}
    ${text !== undefined && html`text="${text}"`}
  >
    <progress aria-label="${label}" ${known}></progress>
    <span class="progress-text">${text}</span>
  </lantern-progress>`;
}

/** Time that has passed; <lantern-clock> goes on counting. */
export function clock(seconds: number): Html {
  return html`<lantern-clock seconds="${Math.round(seconds)}">${duration(seconds)}</lantern-clock>`;
}

/** Text to take away; <lantern-copy> adds the button. */
export function copyable(label: string, text: string): Html {
  return html`<lantern-copy label="${label}"><code>${text}</code></lantern-copy>`;
}

export function emptyState(heading: string, body: Html): Html {
  return html`<div class="empty">
    <h3>${heading}</h3>
    ${body}
  </div>`;
}

/** A region that keeps itself up to date from `source`, the page's own address by default. */
export function live(
  id: string,
  body: Html,
  options: { source?: string; seconds?: number; done?: boolean } = {},
): Html {
  const { source, seconds = 5, done = false } = options;
  return html`<lantern-live
    id="${id}"
    every="${seconds}"
    ${source !== undefined && html`src="${source}"`}
    ${done && html`done`}
    >${body}</lantern-live
  >`;
}
