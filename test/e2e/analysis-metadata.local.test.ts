import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisMetadataSuite, metadataFileSuite } from './analysis-metadata-suite.ts';

describe('metadata on SQLite and files', () => {
  analysisMetadataSuite(onLocal);
  describe('METADATA_RULES_FILE', () => metadataFileSuite(onLocal));
});
