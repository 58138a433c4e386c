import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGallery, type Gallery } from '../../scripts/gallery/open-gallery.ts';
import { pageUrl } from '../../scripts/gallery/site-views.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';

const groups = ['Getting started', 'Guides', 'Reference', 'Development'];

/** What the site of each fixture says, and what it must not say. */
const expected = {
  'http-client': {
    guides: ['Quickstart', 'Hooks', 'Retries and timeouts', 'Handling errors'],
    public: `createClient pelican HttpError TimeoutError isHttpError delayOf withRetry Client Options
      Hooks Method SearchParameters RetryOptions PendingResponse`,
    private: 'mergeOptions lowerCase readNumber isDebug toRequest',
    once: ['createClient'],
    settings: ['PELICAN_DEBUG', 'PELICAN_RETRY_LIMIT'],
    says: ['In the example above, `extend` returns', 'In the example above, the sixth failure'],
  },
  'command-toolkit': {
    guides: [
      ...['Quickstart', 'Commands and groups', 'Options', 'Asking the user'],
      'Testing programs',
    ],
    public: `Argument BadParameter Choice Command Context Group IntRange Option ParamType Path
      SwitchyardException UsageError argument clear command confirm echo group option pass_context
      progressbar prompt style Result Runner`,
    private: '_compat get_filesystem_encoding open_stream _remember _close _parse _strip_codes',
    once: ['command'],
    settings: [
      ...['SWITCHYARD_NO_COLOR', 'SWITCHYARD_PAGER', 'SWITCHYARD_WIDTH', 'SWITCHYARD_CACHE'],
      '`os.path.join(os.path.expanduser("~"), ".cache", "switchyard")`',
    ],
    says: ['In the example above, '],
  },
  'command-library': {
    guides: [
      ...['Quickstart', 'User guide', 'Shell completion', 'Completion in bash'],
      'Writing documentation',
    ],
    public: `Command Group AddCommand Commands Execute ExecuteContext Context Find Name SetOut NoArgs
      ArbitraryArgs MinimumNArgs ExactArgs MatchAll PositionalArgs Flags PersistentFlags
      MarkFlagRequired MarkFlagsMutuallyExclusive Directive DirectiveNoFiles Completion
      CompletionFunc GenBashCompletion GenZshCompletion GenFishCompletion EnableTypoSuggestions
      ErrSubCommandRequired GenMarkdown GenMarkdownCustom GenMarkdownTree GenMan GenManHeader`,
    private: 'lengthError startTimeout generate wrap.At',
    once: ['NoArgs', 'Command'],
    settings: [
      ...['RIGGING_COMPLETION_DESCRIPTIONS', 'RIGGING_SUGGESTIONS', 'RIGGING_START_TIMEOUT'],
      '`2*time.Second`',
    ],
    says: ['In the example above, `clone` is', 'In the example above, the error of'],
  },
} as const;
const names = Object.keys(expected) as (keyof typeof expected)[];

/** Syntax of Sphinx, MyST, Hugo, Docusaurus and front matter. */
const raw =
  /^\s*\.\. |^\s*:::|\{\{[<%]|\{%|^%\s|^\+\+\+|\{(?:class|func|meth|doc|ref|eval-rst)\}|:(?:class|func|meth|doc|ref|attr|issue|pr):`|<\/?Tab|^import |sidebar_position|^\([\w-]+\)=|\{\/\*/m;
const markup = /`|\\[<*_]|\]\(|^\d+\.?$|:::|^From [\w/]+\./;
const adverts =
  /sponsor|Supported by|CloudThing|HyperShell|ads\.example|shields\.io|donate|badge\.svg/i;

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
}, 120_000);
afterAll(() => gallery?.close());

const siteOf = (name: string) => {
  const site = gallery.sites.find((each) => each.name === name);
  if (!site) throw new Error(`no site ${name}`);
  return site;
};
const listed = (name: string) => siteOf(name).plan.navigation.flatMap(({ pages }) => pages);
const read = async (url: string) => {
  const reply = await fetch(url, { headers: gallery.headers });
  return { status: reply.status, text: await reply.text() };
};
/** All pages as Markdown, by title. */
async function markdownOf(name: string): Promise<Map<string, string>> {
  const { url } = siteOf(name);
  const texts = listed(name).map(async ({ slug, title }) => {
    return [title, (await read(`${url}${slug}.md`)).text] as const;
  });
  return new Map(await Promise.all(texts));
}
const withoutCode = (text: string) =>
  text.replace(/^( *)(`{3,}|~{3,})[\s\S]*?^ *\2/gm, '').replace(/`[^`\n]*`/g, '');

describe.each(names)('the site of %s, written without a model', (name) => {
  const wanted = expected[name];

  it('has its groups and guides in order, and one overview', async () => {
    const { navigation } = siteOf(name).plan;
    const own = navigation.map(({ group }) => group);
    expect(own).toEqual(groups.filter((group) => own.includes(group)));
    expect(own).toEqual(expect.arrayContaining(['Getting started', 'Guides', 'Reference']));
    const titles = listed(name).map(({ title }) => title);
    expect(titles.filter((title) => (wanted.guides as readonly string[]).includes(title))).toEqual(
      wanted.guides,
    );
    expect(titles[0]).toBe('Overview');
    expect(titles.filter((title) => /overview|welcome/i.test(title))).toHaveLength(1);
    expect(titles.filter((title) => /contribut/i.test(title)).length).toBeLessThan(2);
    expect(titles).not.toContain('Old notes');
    const descriptions = listed(name).map(({ description }) => description);
    expect(descriptions.filter((description) => markup.test(description))).toEqual([]);
  });

  it('shows no raw directive, no advert and no empty page', async () => {
    for (const [title, text] of await markdownOf(name)) {
      expect([title, raw.exec(withoutCode(text))?.[0]]).toEqual([title, undefined]);
      expect([title, adverts.exec(text)?.[0]]).toEqual([title, undefined]);
      expect([title, text.replace(/^#.*$/gm, '').trim().length > 80]).toEqual([title, true]);
      expect([title, /without an AI model/i.test(text)]).toEqual([title, false]);
    }
  });

  it('lists every public name, and no private one', async () => {
    const pages = await markdownOf(name);
    const api = listed(name).filter(({ slug }) => slug.startsWith('api-'));
    const markdown = api.map(({ title }) => pages.get(title) ?? '').join('\n');
    const text = markdown.replaceAll('\\_', '_');
    const headings = text.match(/^#{1,6} .*$/gm)?.join('\n') ?? '';
    const has = (of: string, word: string) =>
      new RegExp(`(?<![\\w$])${word.replace('.', '\\.')}(?![\\w$])`).test(of);
    const missing = wanted.public.split(/\s+/).filter((word) => !has(text, word));
    expect(missing).toEqual([]);
    expect(wanted.private.split(' ').filter((word) => has(text, word))).toEqual([]);
    for (const word of wanted.once) {
      // Methods have headings such as `Command.parse`: they are no second heading of `Command`.
      const own = headings
        .split('\n')
        .filter((line) => has(line.replace(/[\w$]+\.(?=[\w$])/g, ''), word));
      expect([word, own.length]).toEqual([word, 1]);
    }
  });

  it('says the facts of the code, and keeps examples with their text', async () => {
    const all = [...(await markdownOf(name)).values()].join('\n');
    for (const fact of [...wanted.settings, ...wanted.says]) expect(all).toContain(fact);
    for (const sentence of wanted.says) {
      const before = all.slice(0, all.indexOf(sentence)).trimEnd();
      expect([sentence, before.endsWith('```')]).toEqual([sentence, true]);
    }
  });

  describe.runIf(chromePath)('in a browser', () => {
    it.each([
      ['light', 1280],
      ['dark', 375],
    ] as const)('is accessible and fits: %s, %i px', async (colorScheme, width) => {
      const site = siteOf(name);
      const options = { colorScheme, viewport: { width, height: 800 } };
      const { page, problems } = await watchedPage({
        ...{ ...options, extraHTTPHeaders: gallery.headers },
      });
      await page.route('https://api.github.com/**', (route) => route.abort());
      for (const url of [site.url, pageUrl(site, site.guide), pageUrl(site, site.api)]) {
        await page.goto(url);
        expect([url, await accessibilityProblems(page)]).toEqual([url, []]);
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([url, Math.max(0, excess)]).toEqual([url, 0]);
        // In the header or in the menu, not in both.
        expect(await page.locator('a[href="/docs"]:visible').count()).toBeLessThan(2);
      }
      expect(problems).toEqual([]);
    });
  });
});
