/** Called when the element is connected; the signal aborts when it is disconnected. The returned
 * function is called when an observed attribute changes. Both may be called repeatedly. */
type Connect = (host: HTMLElement, signal: AbortSignal) => void | (() => void);

/** Defines a custom element as a function, in light DOM: its markup works without script. */
export function define(name: string, connect: Connect, observed: readonly string[] = []): void {
  // Two bundles of one page may both contain the kit.
  if (customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      static observedAttributes = observed;
      #left: AbortController | undefined;
      #changed: (() => void) | undefined;

      connectedCallback() {
        this.#left = new AbortController();
        this.#changed = connect(this, this.#left.signal) ?? undefined;
      }

      disconnectedCallback() {
        this.#left?.abort();
      }

      attributeChangedCallback() {
        if (this.isConnected) this.#changed?.();
      }
    },
  );
}

type Attributes = Readonly<Record<string, string>>;

/** An element made by script: live updates keep it. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.dataset['own'] = '';
  element.append(...children);
  return element;
}

export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is full or blocked: the value is kept for this page only.
  }
}

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
