import type { IssueTarget } from '../../base/tables/issue-table.ts';
import type { SimilarIssue } from './issue-schema.ts';

export interface NewIssue {
  /** One line of at most 255 characters. */
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** An issue whose creation was interrupted is found by it. */
  readonly mark: string;
  readonly labels?: readonly string[];
}

export interface FiledIssue {
  readonly url: string;
  readonly title: string;
  readonly key: string;
  readonly number: number;
}

/** A repository of the code host or a project of the tracker. Failure('unauthorized'): it refuses the
 * token; Failure('upstream'): any other refusal, or it does not answer. */
export interface IssuePlace {
  readonly target: IssueTarget;
  /** Different for each place. */
  readonly name: string;
  /** The longest body, in characters. */
  readonly longestBody: number;
  /** Longer than create() takes. */
  readonly leaseMilliseconds: number;
  /** Open and closed issues with any of these words, at most five and in lower case. */
  similar(words: readonly string[]): Promise<readonly SimilarIssue[]>;
  /** After Failure('upstream') there may be an issue nevertheless. */
  create(issue: NewIssue): Promise<FiledIssue>;
  /** The issue with this mark, of those created since; it finds one that was created just now. */
  find(mark: string, since: Date): Promise<FiledIssue | undefined>;
}
