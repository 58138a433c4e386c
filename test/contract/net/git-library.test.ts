import { gitSuite } from '../git-suite.ts';

gitSuite('library');
