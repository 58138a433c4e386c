import type { TestCase } from './cases/test-case.ts';
import { casesIn, textAt } from './cases/xml-elements.ts';

/** The XML log of Check, a framework for C. */
export function checkCases(text: string): TestCase[] {
  let suite = '';
  return casesIn(text, new Set(['title', 'test']), (element): TestCase | undefined => {
    if (element.name === 'title') {
      suite = element.text.trim();
      return undefined;
    }
    const [place, id, loop, message] = ['fn', 'id', 'iteration', 'message'].map((name) =>
      textAt(element, name),
    );
    const group = [suite, textAt(element, 'description')].filter(Boolean).join('.');
    return {
      suite: group,
      group,
      name: loop === '0' ? `${id}` : `${id}[${loop}]`,
      seconds: Math.max(0, Number(textAt(element, 'duration'))) || 0,
      outcome: element.attributes['result'] === 'success' ? 'passed' : 'failed',
      message,
      details: `${message}\n    at ${place}`,
    };
  });
}
