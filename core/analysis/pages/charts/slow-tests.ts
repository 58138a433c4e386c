import { duration } from '#core/web/duration.ts';
import { html, type Html } from '#core/web/html.ts';
import type { SlowTestOfJob } from '../../results/history/slowest.ts';
import { testLink } from '../words.ts';

/** A difference of less is no news. */
const noticeable = 1.25;

/** Bars as long as the tests took, each with its time in words. */
export function slowTests(tests: readonly SlowTestOfJob[]): Html {
  const [longest] = tests;
  return html`<ul class="slowest" role="list">
    ${tests.map(
      ({ test_name, job_name, seconds, before }) =>
        html`<li>
          ${testLink(test_name)}
          <meter max="${longest?.seconds ?? 1}" value="${seconds}" aria-hidden="true"></meter>
          <span class="hint">${took(seconds)} in ${job_name}${changeText(seconds, before)}</span>
        </li>`,
    )}
  </ul>`;
}

function took(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds);
}

function changeText(seconds: number, before: number | null): string {
  if (before === null) return '';
  const isChange = seconds > before * noticeable || before > seconds * noticeable;
  return isChange ? `, ${took(before)} the run before` : '';
}
