import { micromark } from 'micromark';
import { expect, it } from 'vitest';
import { signed } from '#core/analysis/issues/signed-issue.ts';
import { issueLinks } from '#core/analysis/issues/issue-facts.ts';
import { unescapeText } from '#core/text/escape.ts';
import { issueText } from '#core/analysis/issues/tracker/text/issue-text.ts';

const base = 'https://lantern.test';
const analysis = `${base}/results/job_1`;

it.each([
  ['https://ci.test/job/a/7/', 'https://ci.test/job/a/7/'],
  ['https://ci.test/job/a%20b%2Fc/7', 'https://ci.test/job/a%20b%2Fc/7'],
  ['https://ci.test/job/a b (<x>) @all/7', 'https://ci.test/job/a%20b%20%28%3Cx%3E%29%20%40all/7'],
  ['http://ci.test/a?b=<x>\\)&c=@d', 'http://ci.test/a?b=%3Cx%3E%5C%29&c=%40d'],
  ['', undefined],
  ['javascript:alert(1)', undefined],
])('the links of an issue lead to the analysis and to the build %j', (ci_url, build) => {
  const text = `Text\n${issueLinks(base, { id: 'job_1', ci_url })}`;
  const body = signed(text, { username: '', mark: 'lantern-1', longest: 10_000 });
  const links = [...micromark(body).matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) =>
    unescapeText(href),
  );
  expect(links).toEqual([analysis, ...(build === undefined ? [] : [build])]);
  if (build !== undefined) {
    expect(issueText(body, { isCloud: false })).toContain(`[Build|${build}]`);
    expect(JSON.stringify(issueText(body, { isCloud: true }))).toContain(JSON.stringify(build));
  }
  expect(issueLinks(undefined, { id: 'job_1', ci_url })).toBe('');
});
