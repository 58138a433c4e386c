import type { Token, Tokens } from 'marked';

/** The parts of an inline token that the tracker's texts are made of. */
export function inlineToken(token: Token) {
  const given = token as Tokens.Generic & { text?: string; href?: string };
  const { type, tokens: inner = [], text = '', href = '', raw } = given;
  return { type, inner, text, href, raw };
}
