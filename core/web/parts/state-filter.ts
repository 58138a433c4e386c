import { html, type Html } from '../html.ts';

/** How many items of a list are in each state; each links to those alone. */
export interface StateFilter<State extends string> {
  readonly names: Readonly<Record<State, string>>;
  readonly counts: Readonly<Record<State, number>>;
  /** The state that the list is narrowed to. */
  readonly chosen: State | undefined;
  /** The text of the link to the whole list. */
  readonly all: string;
  readonly to: (state: State | undefined) => string;
}

/** The states that are shown: those of some item, and the chosen one. */
export function shownStates<State extends string>({
  names,
  counts,
  chosen,
}: Pick<StateFilter<State>, 'names' | 'counts' | 'chosen'>): State[] {
  const states = Object.keys(names) as State[];
  return states.filter((state) => counts[state] > 0 || state === chosen);
}

export function stateFilter<State extends string>(view: StateFilter<State>): Html {
  const { names, counts, chosen, all, to } = view;
  return html`<p class="state-filter">
    ${shownStates(view).map(
      (state) =>
        html`<a
          href="${to(state === chosen ? undefined : state)}"
          ${state === chosen && html`aria-current="true"`}
          >${counts[state].toLocaleString('en')} ${names[state]}</a
        >`,
    )}
    ${chosen !== undefined && html`<a href="${to(undefined)}">${all}</a>`}
  </p>`;
}
