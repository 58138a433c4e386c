export interface Mail {
  /** Failure('upstream') when the server refuses; repeated: sent again. */
  send(letter: { to: string; subject: string; text: string }): Promise<void>;
}
