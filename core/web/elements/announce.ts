export interface Announcement {
  readonly text: string;
  readonly tone: 'info' | 'good' | 'bad';
  /** For screen readers only: the page already shows it. */
  readonly silent?: boolean;
}

/** Announces a text politely. By event, so that any bundle reaches the one <lantern-toast>. */
export function announce(
  text: string,
  options: { tone?: Announcement['tone']; silent?: boolean } = {},
): void {
  const detail: Announcement = { tone: 'info', ...options, text };
  document.dispatchEvent(new CustomEvent('lantern:announce', { detail }));
}
