import { html, type Html } from '#core/web/html.ts';
import type { AnalysisDetail } from '../../../base/schema/detail.ts';
import { prose } from '#core/web/parts/prose.ts';
import type { EvidenceLink } from '../view/evidence-links.ts';
import { providerTitle } from '#core/ai/providers.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { count } from '#core/text/count.ts';
import type { PeerDebate } from '../../../base/schema/result.ts';
import { classBadge } from '../../words.ts';
import type { JobPageView } from '../view/job-view.ts';

/** What the analysis says: prose, quotes, the change or the report. */
export function explanation(detail: AnalysisDetail, link: EvidenceLink): Html {
  const { details, artifacts_evidence, code_fix, product_bug_report } = detail;
  return html`${details !== '' && prose(details)}
  ${
    artifacts_evidence !== '' &&
    html`<h4>Evidence</h4>
      ${quotes(artifacts_evidence, link)}`
  }
  ${code_fix && codeFix(code_fix, link)}
  ${product_bug_report && bugReport(product_bug_report, link)}`;
}

/** One quote per line: `<source>:<line>: <text>`. */
function quotes(evidence: string, link: EvidenceLink): Html {
  const lines = evidence.split('\n').filter((line) => line.trim() !== '');
  return html`<ul class="quotes" role="list">
    ${lines.map((line) => {
      const [, source = '', number = '', text = ''] =
        /^([^\n]{1,1024}?):(\d{1,9}): ?(.*)$/.exec(line.trimStart()) ?? [];
      if (source === '') return html`<li><code class="quote">${line}</code></li>`;
      return html`<li>
        <span class="quote-source">${placeLink(`${source}:${number}`, link(source, number))}</span>
        <code class="quote">${text}</code>
      </li>`;
    })}
  </ul>`;
}

function placeLink(place: string, url: string | undefined): Html {
  return url === undefined
    ? html`${place}`
    : html`<a href="${url}" rel="noopener noreferrer">${place}</a>`;
}

type Fix = Exclude<AnalysisDetail['code_fix'], false | undefined>;

function codeFix({ file, line, change }: Fix, link: EvidenceLink): Html {
  const place = line === '' ? file : `${file}:${line}`;
  const [first = ''] = /\d+/.exec(line) ?? [];
  return html`<h4>Suggested change</h4>
    <figure class="fix">
      <figcaption>${placeLink(place, link(file, first))}</figcaption>
      <pre tabindex="0">${change.split('\n').map((each) => changeLine(each))}</pre>
    </figure>`;
}

/** Lines of a diff get their colour; a change in words has none. */
function changeLine(text: string): Html {
  const kind = /^\+(?!\+\+)/.test(text) ? 'added' : /^-(?!--)/.test(text) ? 'removed' : '';
  return kind === '' ? html`<code>${text}</code>` : html`<code class="${kind}">${text}</code>`;
}

type Report = Exclude<AnalysisDetail['product_bug_report'], false | undefined>;

function bugReport(report: Report, link: EvidenceLink): Html {
  const { title, severity, component, description, evidence, tracker_matches: matches } = report;
  return html`<h4>Bug report</h4>
    <div class="report">
      <p class="report-title">${title}</p>
      <p class="report-facts">
        ${severity !== '' && html`<span>Severity: ${severity}</span>`}
        ${component !== '' && html`<span>Component: ${component}</span>`}
      </p>
      ${prose(description)} ${evidence !== '' && quotes(evidence, link)}
      <details class="more">
        <summary>Text to copy</summary>
        <lantern-copy label="the bug report"><code>${reportText(report)}</code></lantern-copy>
      </details>
    </div>
    ${
      matches.length > 0 &&
      html`<h4>Possible duplicates</h4>
        <ul>
          ${matches.map(duplicate)}
        </ul>`
    }`;
}

/** The tracker is the request's: its texts and addresses are a stranger's. */
function duplicate({
  key,
  summary,
  status,
  priority,
  url,
  score,
}: Report['tracker_matches'][number]) {
  const facts = [status, priority, `${Math.round(score * 100)} % similar`].filter(Boolean);
  return html`<li>
    ${placeLink(key, /^https?:\/\//i.test(url) ? url : undefined)} ${summary}
    <span class="muted">(${facts.join(', ')})</span>
  </li>`;
}

function reportText({ title, severity, component, description, evidence }: Report): string {
  const facts = [
    severity !== '' && `Severity: ${severity}`,
    component !== '' && `Component: ${component}`,
  ].filter(Boolean);
  return [title, facts.join('\n'), description, evidence]
    .filter((part) => part !== '')
    .join('\n\n');
}

type DebateVoice = PeerDebate['rounds'][number];

/** Who said what in which round, and whether they agreed. */
export function debate(
  { consensus_reached, rounds_used, rounds }: PeerDebate,
  programs: JobPageView['programs'],
): Html {
  const byRound = Map.groupBy(rounds, ({ round }) => round);
  return html`<details class="more debate" data-key="debate">
    <summary>
      Debate: ${consensus_reached ? 'the models agree' : 'no agreement'} after
      ${count(rounds_used, 'round')}
    </summary>
    <ol class="rounds">
      ${[...byRound].map(
        ([round, entries]) =>
          html`<li>
            <p class="round-title">Round ${round}</p>
            <ul class="voices" role="list">
              ${entries.map((entry) => voice(entry, programs))}
            </ul>
          </li>`,
      )}
    </ol>
  </details>`;
}

function voice(entry: DebateVoice, programs: JobPageView['programs']): Html {
  const { ai_provider, ai_model, role, classification, details } = entry;
  const name = programs.get(ai_provider) ?? providerTitle(ai_provider);
  return html`<li>
    <p class="voice-head">
      <strong>${role === 'orchestrator' ? 'Main AI' : 'Peer'}</strong>
      <span class="muted">${[name, ai_model].filter((part) => part !== '').join(', ')}</span>
      ${classBadge(classification)} ${position(entry)}
    </p>
    ${details !== '' && prose(details)}
  </li>`;
}

function position({ role, agrees_with_orchestrator: agrees }: DebateVoice): Html | false {
  if (role === 'orchestrator' || agrees === null) return false;
  return agrees ? badge('good', 'Agrees') : badge('quiet', 'Disagrees');
}
