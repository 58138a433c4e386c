import { pageQuery } from '#core/sessions/pages/page-query.ts';
import { readSearchPage } from '#core/sessions/pages/read-search-page.ts';
import { searchPage } from '#core/sessions/pages/search-page.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'The search form, with the hits or the latest sessions',
  access: 'key',
  query: pageQuery,
  async show({ platform, query, frame }) {
    return searchPage({ ...frame, ...(await readSearchPage(platform, query)) });
  },
});
