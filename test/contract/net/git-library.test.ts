import { gitSuite } from '#test/contract/git-suite.ts';

gitSuite('library');
