import { constantUnits } from './constant-units.ts';
import { importStyle } from './import-style.ts';
import { packingSpreads } from './packing-spreads.ts';
import { participleNames } from './participle-names.ts';
import { plainWordsOnly } from './plain-words.ts';

/** Our own rules: see the habits in CONTRIBUTING. */
export const plugin = {
  rules: {
    'constant-units': constantUnits,
    'import-style': importStyle,
    'packing-spreads': packingSpreads,
    'participle-names': participleNames,
    'plain-words': plainWordsOnly,
  },
};
