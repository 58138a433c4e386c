import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { prefix } from '#core/web/elements/prefix.ts';
import { visibleText } from '../../text/visible-text.ts';

/** Draws rows from the page's template, so that server and script have one markup. */
export function rowMaker(template: HTMLTemplateElement, time: (time: string) => string) {
  return {
    row(entry: PlacedEntry): HTMLElement {
      const row = template.content.firstElementChild?.cloneNode(true) as HTMLElement;
      partOf(row, 'detail')?.remove();
      row.id = `entry-${entry.cursor}`;
      row.dataset['level'] = entry.level;
      row.tabIndex = -1;
      row.ariaExpanded = 'false';
      const { repository, pr_number: number } = entry;
      const link = setText(row, 'time', time(entry.timestamp)) as HTMLAnchorElement | undefined;
      if (link) {
        link.href = entryUrl(entry);
        // The row has the focus; the open row offers the link.
        link.tabIndex = -1;
      }
      setText(row, 'level', entry.level);
      setText(row, 'place', `${repository ?? ''}${number === null ? '' : ` #${number}`}`);
      setText(row, 'event', entry.event_type ?? '');
      // Only the beginning is visible in a closed row.
      setText(row, 'message', entry.message.slice(0, 400));
      return row;
    },

    open(row: HTMLElement, entry: PlacedEntry): void {
      const fresh = template.content.firstElementChild?.cloneNode(true) as HTMLElement;
      const detail = partOf(fresh, 'detail');
      if (!detail) return;
      fillDetail(detail, entry);
      row.append(detail);
      row.ariaExpanded = 'true';
    },

    close(row: HTMLElement): void {
      partOf(row, 'detail')?.remove();
      row.ariaExpanded = 'false';
    },
  };
}

function fillDetail(detail: HTMLElement, entry: PlacedEntry): void {
  setText(detail, 'text', entry.message);
  setText(detail, 'line', lineOf(entry));
  for (const fact of detail.querySelectorAll<HTMLElement>('[data-fact]')) {
    const name = fact.dataset['fact'] as keyof PlacedEntry;
    const value = entry[name];
    if (value === null || value === undefined) {
      fact.remove();
      continue;
    }
    setText(fact, 'value', String(value));
    for (const link of fact.querySelectorAll<HTMLAnchorElement>('[data-narrow]')) {
      link.href = narrowedUrl(`${link.dataset['narrow']}${name}`, String(value));
      link.ariaLabel = `${link.textContent} ${fact.querySelector('dt')?.textContent ?? ''} ${value}`;
    }
  }
  const around = partOf(detail, 'around') as HTMLAnchorElement | undefined;
  if (around) around.href = `${entryUrl(entry)}#entry-${entry.cursor}`;
  const delivery = partOf(detail, 'delivery') as HTMLAnchorElement | undefined;
  if (entry.hook_id === null) delivery?.remove();
  else if (delivery)
    delivery.href = `${prefix}/logs/deliveries/${encodeURIComponent(entry.hook_id)}`;
}

function entryUrl({ cursor }: PlacedEntry): string {
  return `${prefix}/logs?entry=${cursor}`;
}

/** This page with one more filter. */
function narrowedUrl(name: string, value: string): string {
  const url = new URL(location.href);
  url.hash = '';
  for (const each of ['entry', 'offset']) url.searchParams.delete(each);
  url.searchParams.set(name, value);
  return url.href;
}

/** The entry as a line of a text log. */
function lineOf(entry: PlacedEntry): string {
  const { timestamp, level, logger_name, repository, event_type, hook_id, scm_user } = entry;
  const marks = [event_type, hook_id, scm_user, entry.pr_number && `PR ${entry.pr_number}`];
  const context = marks.filter(Boolean).map((mark) => `[${mark}]`);
  const head = [timestamp, logger_name, level, repository, context.join('')].filter(Boolean);
  return `${head.join(' ')}: ${entry.message}`;
}

function partOf(row: HTMLElement, name: string): HTMLElement | undefined {
  return row.querySelector<HTMLElement>(`[data-part="${name}"]`) ?? undefined;
}

function setText(row: HTMLElement, name: string, text: string): HTMLElement | undefined {
  const part = partOf(row, name);
  if (part) part.textContent = visibleText(text);
  return part;
}
