import { withTitles } from '#core/ai/providers.ts';

export function commit(sha: string | null): string {
  return sha?.slice(0, 7) ?? '-';
}

/** Messages for wrong fields: the validator's are for programmers. */
const sentences: Readonly<Record<string, string>> = {
  repo_url: 'Give the URL or folder of a repository',
  repo_path: 'Give the URL or folder of a repository',
  name: '--name must be the name of a project',
  branch: '--branch must be the name of a branch or tag',
  ai_provider: '--provider must be the name of a program',
  ai_model: '--model must be the name of a model',
  ai_cli_timeout: '--timeout must be a whole number of minutes above 0',
  max_cost: '--max-cost must be an amount of US dollars above 0, such as 2.50',
  username: 'The username must be text',
  role: '--role must be one of admin, user, viewer',
  owner: '--owner must be a username',
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
  return texts.length > 0 ? texts.join('. ') : 'The server refused the command and gave no reason';
}
