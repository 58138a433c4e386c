/** What search needs of one page. It depends on the page alone and is kept with its rendering. */
export interface SearchEntry {
  /** The page's file below search/, for snippets. */
  readonly sections: string;
  /** Its words, each with a weight; sorted. */
  readonly words: string;
}

export interface SearchableMarkup {
  readonly slug: string;
  readonly title: string;
  readonly group: string;
  /** The rendered page. */
  readonly html: string;
}

export function searchEntry(page: SearchableMarkup): SearchEntry {
  return { sections: page.title, words: '' };
}
