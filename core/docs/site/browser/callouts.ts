// The renderer makes callouts of quotations that begin with their kind. This does the same for what
// stands in a list or came otherwise past it, and names each for screen readers.
const kinds: Readonly<Record<string, string>> = {
  note: 'note',
  info: 'note',
  tip: 'tip',
  warning: 'warning',
  important: 'important',
  danger: 'danger',
  caution: 'danger',
};

for (const quote of document.querySelectorAll<HTMLElement>('.prose blockquote')) {
  const first = quote.querySelector<HTMLElement>(':scope > p:first-child');
  const lead = first?.firstChild;
  if (!first || !lead) continue;
  const isBold = lead instanceof HTMLElement && lead.localName === 'strong';
  const match = isBold
    ? /^(\w+):?$/.exec((lead.textContent ?? '').trim())
    : /^\s*\[!(\w+)\]\s*/.exec(lead.textContent ?? '');
  const kind = kinds[match?.[1]?.toLowerCase() ?? ''];
  if (!match || kind === undefined) continue;

  if (isBold) lead.remove();
  else lead.textContent = (lead.textContent ?? '').slice(match[0].length);
  const rest = first.firstChild;
  if (isBold && rest instanceof Text) rest.data = rest.data.replace(/^\s*:?\s*/, '');
  if (first.firstChild instanceof HTMLBRElement) first.firstChild.remove();

  const title = document.createElement('p');
  title.className = 'callout-title';
  title.textContent = kind.charAt(0).toUpperCase() + kind.slice(1);
  const callout = document.createElement('aside');
  callout.className = `callout ${kind}`;
  callout.append(title, ...quote.childNodes);
  if (!first.textContent?.trim() && first.children.length === 0) first.remove();
  quote.replaceWith(callout);
}

for (const callout of document.querySelectorAll('.prose .callout'))
  callout.setAttribute('role', 'note');
