import { isReserved } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';

const longest = 50;

/** The name that a person signs with, without proof. */
export function chosenName(text: string): string {
  const name = text.trim();
  if (name === '') throw refused('Enter a name.');
  if (name.length > longest) throw refused(`Use at most ${longest} characters.`);
  if (/[\p{C}<>"'`;,\\]/u.test(name)) {
    throw refused('Use letters, digits, spaces, dots, underscores, hyphens and @.');
  }
  if (isReserved(name)) {
    throw refused('This name belongs to the built-in administrator. Choose another.');
  }
  return name;
}

function refused(message: string): Failure {
  return new Failure('invalid', 'bad_name', message);
}

/** Pages ask for a name before they store a comment, a review or a class. */
export function assertNamed({ username }: { readonly username: string }): void {
  if (username !== '') return;
  throw new Failure('unauthorized', 'no_name', 'Enter a name first: it signs what you write.');
}
