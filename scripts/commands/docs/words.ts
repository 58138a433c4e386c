import { withTitles } from '#core/ai/providers.ts';

export function commit(sha: string | null): string {
  return sha?.slice(0, 7) ?? '-';
}

/** Messages for wrong fields: the validator's are for programmers. */
const sentences: Readonly<Record<string, string>> = {
  repo_url: 'Name a repository by its URL or its folder',
  repo_path: 'Name a repository by its URL or its folder',
  name: '--name is the name of a project',
  branch: '--branch is the name of a branch or tag',
  ai_provider: '--provider is the name of a program',
  ai_model: '--model is the name of a model',
  ai_cli_timeout: '--timeout is a whole number of minutes above 0',
  max_cost: '--max-cost is an amount of US dollars above 0, such as 2.50',
  username: 'The name of a user must be text',
  role: '--role is one of admin, user, viewer',
  owner: '--owner is the name of a user',
  new_key: 'The API key must have at least 16 characters',
};

/** Names of the interface that occur in the server's messages. */
const terms: readonly (readonly [RegExp, string])[] = [
  [/\bai_cli_timeout\b/g, '--timeout'],
  [/\brepo_url\b/g, 'the URL'],
  [/\bbranch goes with\b/g, '--branch goes with'],
];

/** The server's refusal in the words of this command line. */
export function inWords(status: number, detail: string): string {
  if (status !== 422) {
    return terms.reduce((text, [term, word]) => text.replace(term, word), withTitles(detail));
  }
  const messages = detail.split('; ').map((part) => sentences[part.slice(0, part.indexOf(': '))]);
  const texts = [...new Set(messages)].filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join('. ') : 'The server refused this command without a reason';
}
