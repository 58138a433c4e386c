import { duration } from '../duration.ts';
import { html, type Html } from '../html.ts';

type Tone = 'good' | 'bad' | 'warn' | 'info' | 'quiet';

/** A state in one word. Colour and dot alone never convey it. */
export function badge(tone: Tone, text: string): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

export function notice(tone: Tone, body: Html | string): Html {
  return html`<div class="notice ${tone}">${body}</div>`;
}

/** `value` absent: an indeterminate progress bar. */
export function progress(
  label: string,
  { value, max = 1, text }: { value?: number; max?: number; text?: string } = {},
): Html {
  const valueAttributes = value !== undefined && html`value="${value}" max="${max}"`;
  return html`<lantern-progress
    label="${label}"
    ${valueAttributes}
    ${text !== undefined && html`text="${text}"`}
  >
    <progress aria-label="${label}" ${valueAttributes}></progress>
    <span class="progress-text">${text}</span>
  </lantern-progress>`;
}

/** Elapsed time; <lantern-clock> counts on. */
export function clock(seconds: number): Html {
  return html`<lantern-clock seconds="${Math.round(seconds)}">${duration(seconds)}</lantern-clock>`;
}

/** Text to copy; <lantern-copy> adds the button. */
export function copyable(label: string, text: string): Html {
  return html`<lantern-copy label="${label}"><code>${text}</code></lantern-copy>`;
}

export function emptyState(heading: string, body: Html): Html {
  return html`<div class="empty">
    <h3>${heading}</h3>
    ${body}
  </div>`;
}

/** A region that updates itself from `source`; default: the page's own URL. */
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
