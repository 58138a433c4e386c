import { html, type Html } from '#core/web/html.ts';
import type { Metadata, MetadataFilter } from '#core/analysis/results/metadata/metadata.ts';

const choices = [
  ['team', 'Team', 'Every team', ({ team }: Metadata) => [team]],
  ['tier', 'Tier', 'Every tier', ({ tier }: Metadata) => [tier]],
  ['version', 'Version', 'Every version', ({ version }: Metadata) => [version]],
  ['label', 'Label', 'Every label', ({ labels }: Metadata) => labels],
] as const;

/** For the form that filters the analyses; nothing for what no job has. */
export function metadataChoices(
  metadata: ReadonlyMap<string, Metadata>,
  chosen: MetadataFilter,
): readonly (Html | false)[] {
  return choices.map(([name, label, every, valuesOf]) => {
    const own = chosen[name] ?? '';
    const known = [...metadata.values()].flatMap(valuesOf);
    const values = [...new Set([...known, own])].filter((value) => value !== null && value !== '');
    if (values.length === 0) return false;
    return html`<select name="${name}" aria-label="${label}">
      <option value="">${every}</option>
      ${values
        .toSorted()
        .map(
          (value) =>
            html`<option value="${value}" ${value === own && html`selected`}>${value}</option>`,
        )}
    </select>`;
  });
}
