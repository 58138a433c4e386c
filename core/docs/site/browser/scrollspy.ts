import { whenNear } from './parts/when-near.ts';

const links = new Map<string, HTMLAnchorElement>();
for (const link of document.querySelectorAll<HTMLAnchorElement>('#Contents a[href^="#"]')) {
  links.set(decodeURIComponent(link.hash.slice(1)), link);
}
const headings = [...document.querySelectorAll<HTMLElement>('.prose :is(h2, h3)[id]')].filter(
  ({ id }) => links.has(id),
);

/** How far down a heading may stand and still be the one that is read. */
const line = 160;
let current: HTMLAnchorElement | undefined;
let isAsked = false;

function mark(): void {
  isAsked = false;
  const { scrollHeight, clientHeight } = document.documentElement;
  const isAtEnd = Math.ceil(scrollY) + clientHeight >= scrollHeight - 2 && scrollY > 0;
  // The last sections may be too short to ever reach the line.
  const heading = isAtEnd ? lastAsked() : lastPassed();
  const next = heading && links.get(heading.id);
  if (next === current) return;
  current?.removeAttribute('aria-current');
  next?.setAttribute('aria-current', 'location');
  current = next;
  if (next) keepInView(next, document.getElementById('Contents'));
}

function lastPassed(): HTMLElement | undefined {
  return headings.findLast((heading) => heading.getBoundingClientRect().top <= line);
}

/** At the end of the page: the heading that the address names when it is in sight, else the last. */
function lastAsked(): HTMLElement | undefined {
  const target = headings.find(({ id }) => id === decodeURIComponent(location.hash.slice(1)));
  const isInSight = target && target.getBoundingClientRect().top >= 0;
  return isInSight ? target : headings.at(-1);
}

/** Scrolls the list, never the page. */
function keepInView(item: HTMLElement, list: HTMLElement | null): void {
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const place = item.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  const isSeen = place.top >= frame.top + 40 && place.bottom <= frame.bottom - 40;
  if (!isSeen) list.scrollTop += place.top - frame.top - frame.height / 2;
}

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(mark);
}

if (headings.length > 0) {
  addEventListener('scroll', ask, { passive: true });
  addEventListener('resize', ask, { passive: true });
  addEventListener('hashchange', ask);
  mark();
}

// A link beside each heading, for those who want to send somebody there.
whenNear(document.querySelectorAll('.prose :is(h2, h3, h4)[id]'), (heading) => {
  const anchor = document.createElement('a');
  anchor.className = 'anchor';
  anchor.href = `#${encodeURIComponent(heading.id)}`;
  anchor.setAttribute('aria-label', `Link to ${heading.textContent ?? 'this section'}`);
  heading.append(anchor);
});

const side = document.getElementById('Navigation');
const active = side?.querySelector<HTMLElement>('[aria-current="page"]');
if (side && active) {
  keepInView(active, side);
  side.addEventListener('toggle', () => keepInView(active, side));
}

// A popover that was opened to go somewhere is in the way once one is there.
for (const name of ['Contents', 'Navigation']) {
  const popover = document.getElementById(name);
  popover?.addEventListener('click', (event) => {
    if (
      event.target instanceof Element &&
      event.target.closest('a') &&
      popover.matches(':popover-open')
    ) {
      popover.hidePopover();
    }
  });
}
