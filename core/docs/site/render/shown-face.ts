import { codeHost } from '#core/text/code-host.ts';
import type { Highlight } from '#core/text/markdown/markdown.ts';
import { renderMarkdown } from '#core/text/markdown/markdown.ts';
import type { ProjectFace } from '#core/docs/schema.ts';
import type { SiteSource } from '../site-source.ts';
import type { ShownFace } from '../site-view.ts';

export type Sample = Pick<NonNullable<ProjectFace['sample']>, 'code' | 'language'>;

/** The face as the home shows it. `markupOf` highlights code. */
export async function shownFace(
  { face, repositoryUrl, commit }: Pick<SiteSource, 'face' | 'repositoryUrl' | 'commit'>,
  markupOf: (sample: Sample) => Promise<string>,
): Promise<ShownFace | null> {
  if (!face) return null;
  const { install, version, sample } = face;
  if (!sample) return { install, version, sample: null };
  const { path, line } = sample;
  const host = codeHost(repositoryUrl, commit);
  const url = host?.isKnown ? host.link(path, line) : null;
  return { install, version, sample: { markup: await markupOf(sample), path, line, url } };
}

/** As code is shown on pages. */
export function codeMarkup({ code, language }: Sample, highlight?: Highlight): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const markdown = `${fence}${language}\n${code}\n${fence}\n`;
  return renderMarkdown(markdown, highlight && { highlight }).html;
}
