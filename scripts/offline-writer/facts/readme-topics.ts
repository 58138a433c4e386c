import type { Facts, Links } from '../chapters/chapter.ts';
import { cleanMarkdown } from '../text/clean-markdown.ts';
import { at, blocks } from '../text/markdown.ts';
import type { Section } from './readme.ts';

const topics = {
  setup:
    /install|getting started|quick ?start|set ?up|requirement|prerequisite|download|first steps/i,
  legal:
    /licen[cs]e|contribut|code of conduct|credits|authors|maintainers|sponsor|backers|acknowledg|changelog|support(?:ers)?$|security policy|stargazers|community/i,
  configuration: /config|environment variables|options|settings/i,
  tests: /^(?:running )?(?:the )?tests?(?:ing)?\b/i,
  contents: /^(?:table of )?contents$|^toc$|^index$|^badges?$|^status$/i,
};

export type Topic = keyof typeof topics | 'about' | 'usage';

export function topicOf(section: Section): Topic {
  if (section.level === 0) return 'about';
  const found = Object.entries(topics).find(([, pattern]) => pattern.test(section.title));
  if (found) return found[0] as Topic;
  const about =
    /feature|^about|overview|introduction|^why|what is|concept|motivation|goals|how it works|philosophy|background|highlights/i;
  return about.test(section.title) ? 'about' : 'usage';
}

export function sectionsAbout(facts: Facts, topic: Topic): Section[] {
  return (facts.readme?.sections ?? []).filter(
    (section) => topicOf(section) === topic && section.lines.some((line) => line.trim() !== ''),
  );
}

export function definitionsOf({ readme }: Facts) {
  return readme ? { definitions: readme.definitions } : {};
}

/** README sections as sections of a page, each with its source, up to a readable size. */
export function writeSections(
  facts: Facts,
  sections: readonly Section[],
  links: Links,
  maxCharacters = 24_000,
): string {
  const path = facts.readme?.path ?? '';
  let size = 0;
  const written: string[] = [];
  for (const { title, level, line, lines } of sections) {
    const shift = level === 0 ? 1 : Math.max(0, 2 - level);
    const body = cleanMarkdown(lines, { shift, pageOf: links.pageOf, ...definitionsOf(facts) });
    if (body === '') continue;
    if ((size += body.length) > maxCharacters && written.length > 0) {
      written.push(`The README goes on at ${at(path, line)}.`);
      break;
    }
    const heading = title === '' ? '' : `## ${title.replace(/[<>]/g, '')}`;
    written.push(blocks(heading, body, title === '' ? '' : `Source: ${at(path, line)}`));
  }
  return blocks(...written);
}
