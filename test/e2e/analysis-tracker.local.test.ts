import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisDuplicatesSuite } from './analysis-duplicates-suite.ts';
import { analysisTrackerRoutesSuite } from './analysis-tracker-routes-suite.ts';

describe('the tracker on SQLite and files', () => {
  analysisTrackerRoutesSuite(onLocal);
});

describe('duplicates on SQLite and files', () => {
  analysisDuplicatesSuite(onLocal);
});
