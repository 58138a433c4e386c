import { providerTitle } from '#core/ai/providers.ts';
import { html, type Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { count } from '#core/web/words.ts';
import type { PeerDebate } from '#core/analysis/base/schema/result.ts';
import { prose } from '../../prose.ts';
import { classBadge } from '../../words.ts';
import type { JobPageView } from '../view/job-view.ts';

type Entry = PeerDebate['rounds'][number];

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

function voice(entry: Entry, programs: JobPageView['programs']): Html {
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

function position({ role, agrees_with_orchestrator: agrees }: Entry): Html | false {
  if (role === 'orchestrator' || agrees === null) return false;
  return agrees ? badge('good', 'Agrees') : badge('quiet', 'Disagrees');
}
