/** Texts that leave the system, such as prompts: mustache files, which the operator may replace by
 * files of the same name in TEMPLATES_DIR. */
export interface Templates {
  /** The text of a file below core/, such as `docs/generate/prompts/plan-prompt`. Absent: throws. */
  read(name: string): Promise<string>;
}
