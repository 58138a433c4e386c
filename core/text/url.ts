import { withoutEnd } from './without-end.ts';

/** The longest URL that a person, a file or another service may give. */
export const maxUrlLength = 2_048;

export const urlTooLong = 'must have at most 2,048 characters';

/** Undefined: not an absolute URL, or a longer one. */
export function readUrl(text: string): URL | undefined {
  return text.length > maxUrlLength ? undefined : (URL.parse(text) ?? undefined);
}

export function readHttpUrl(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) ? readUrl(text) : undefined;
}

/** It may be shown to everyone. */
export function isUrlWithoutLogin(text: string): boolean {
  const url = readHttpUrl(text);
  return url !== undefined && url.username === '' && url.password === '';
}

export const webUrlProblem =
  'must be an http:// or https:// URL of at most 2,048 characters, without user, password, query and fragment';

/** The text of an http or https URL, without slashes at its end. */
export function readWebUrl(text: string): string | undefined {
  if (!readHttpUrl(text) || /[@?#\\\s]/.test(text)) return undefined;
  return withoutSlashes(text);
}

export function withoutSlashes(text: string): string {
  return withoutEnd(text, '/');
}

/** Without slashes at its end, and without `.git`. */
export function withoutGit(url: string): string {
  return withoutSlashes(url).replace(/\.git$/, '');
}

/** The last part of a repository's URL or folder, in its own case. */
export function repositoryName(source: string): string {
  const bare = withoutGit(source);
  return bare.slice(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf(':')) + 1);
}
