import { asIs, quote } from '#core/text/quote.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { fill } from '#core/text/template.ts';
import type { PageNames } from '#core/docs/evidence/names/check-names.ts';
import { pagePrompt, type PageQuestion } from './page-prompt.ts';

export interface Look {
  /** The page of the first answer. */
  readonly draft: string;
  readonly missing: PageNames['missing'];
}

/** The prompt for a page once more, with what was found out about its first answer. */
export async function secondLookPrompt(
  needs: Pick<Platform, 'templates'>,
  question: PageQuestion,
  { draft, missing }: Look,
): Promise<string> {
  const names = missing.map(({ name, kind }) => `${kind}: ${name}`).join('\n');
  const view = { draft: quote('The page', draft), missing: quote('Names not found', names) };
  const template = await needs.templates.read('docs/generate/prompts/second-look');
  return `${await pagePrompt(needs, question)}\n${fill(template, view, asIs)}`;
}
