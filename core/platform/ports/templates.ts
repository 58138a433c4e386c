/** The texts that leave the system, such as prompts: mustache files of ours, each of which the
 * operator may replace by one of the same name in TEMPLATES_DIR. */
export interface Templates {
  /** The text of a file below core/, such as `docs/prompts/plan-prompt`. Absent: throws. */
  read(name: string): Promise<string>;
}
