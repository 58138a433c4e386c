import type { Marked, SearchHit } from '../../search/search-snippet.ts';

export interface SearchDialog {
  readonly open: () => void;
}

/** A field and what it found, worked by keyboard. Text from pages is only ever set as text. */
export function searchDialog(search: (query: string) => Promise<SearchHit[]>): SearchDialog {
  const input = element('input', 'search-input', {
    type: 'search',
    role: 'combobox',
    placeholder: 'Search the documentation',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    'aria-label': 'Search the documentation',
    'aria-autocomplete': 'list',
    'aria-controls': 'Search-results',
    'aria-expanded': 'false',
  });
  const close = element('button', 'search-close', { type: 'button' }, 'Close');
  const field = element('div', 'search-field', {}, input, close);
  const state = element('p', 'search-state', { role: 'status' });
  const list = element('div', 'search-results', {
    id: 'Search-results',
    role: 'listbox',
    'aria-label': 'Pages found',
    tabindex: '-1',
  });
  const keys = element(
    'p',
    'search-keys',
    { 'aria-hidden': 'true' },
    hint('↑ ↓', 'choose'),
    hint('Enter', 'open'),
    hint('Esc', 'close'),
  );
  const dialog = element('dialog', 'search', { 'aria-label': 'Search' }, field, state, list, keys);
  document.body.append(dialog);

  let results: HTMLAnchorElement[] = [];
  let current = -1;
  let turn = 0;

  input.addEventListener('input', () => void look());
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      choose((current + step + results.length) % results.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      results[current]?.click();
    } else if (event.key === 'Escape') {
      // A search field would only be emptied.
      event.preventDefault();
      dialog.close();
    }
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    // Outside of it: what is inside covers it fully.
    if (event.target === dialog) dialog.close();
    // A place on this very page loads nothing: the dialog would stay.
    else if (event.target instanceof Element && event.target.closest('a')) dialog.close();
  });

  async function look(): Promise<void> {
    const own = (turn += 1);
    const query = input.value.trim() === '' ? '' : input.value.trimStart();
    if (query === '') return show([], '');
    // Only loading takes long enough to be told.
    const waiting = setTimeout(() => own === turn && say('Searching …'), 300);
    try {
      const hits = await search(query);
      if (own === turn) show(hits, hits.length === 0 ? `Nothing found for “${query.trim()}”.` : '');
    } catch {
      if (own === turn) show([], 'The search index cannot be loaded.');
    } finally {
      clearTimeout(waiting);
    }
  }

  function show(hits: readonly SearchHit[], text: string): void {
    results = hits.map(result);
    list.replaceChildren(...results);
    list.scrollTop = 0;
    input.setAttribute('aria-expanded', String(results.length > 0));
    choose(results.length > 0 ? 0 : -1);
    say(text);
  }

  function say(text: string): void {
    state.textContent = text;
  }

  function choose(at: number): void {
    current = at;
    for (const [place, item] of results.entries()) {
      item.setAttribute('aria-selected', String(place === at));
    }
    const item = results[at];
    if (item) input.setAttribute('aria-activedescendant', item.id);
    else input.removeAttribute('aria-activedescendant');
    item?.scrollIntoView({ block: 'nearest' });
  }

  return {
    open() {
      if (dialog.open) return;
      dialog.showModal();
      input.focus();
      input.select();
    },
  };
}

function result(hit: SearchHit, at: number): HTMLAnchorElement {
  const { slug, id, group, title, heading, text } = hit;
  const anchor = id === '' ? '' : `#${encodeURIComponent(id)}`;
  return element(
    'a',
    'search-result',
    {
      id: `Search-${at}`,
      role: 'option',
      tabindex: '-1',
      // A slug is made of lower-case letters, digits and hyphens; whatever else stands there is
      // a name in this folder and no scheme.
      href: `./${encodeURIComponent(slug)}.html${anchor}`,
      'aria-selected': 'false',
    },
    ...(group === '' ? [] : [element('span', 'search-result-place', {}, group)]),
    element(
      'span',
      'search-result-title',
      {},
      ...pieces(title),
      ...(heading.length > 0 ? [' › ', ...pieces(heading)] : []),
    ),
    element('span', 'search-result-text', {}, ...pieces(text)),
  );
}

function pieces(text: Marked): (Node | string)[] {
  return text.map((piece, at) => (at % 2 === 0 ? piece : element('mark', '', {}, piece)));
}

function hint(key: string, meaning: string): HTMLElement {
  return element('span', '', {}, element('kbd', '', {}, key), meaning);
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (name !== '') node.className = name;
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value);
  node.append(...children);
  return node;
}
