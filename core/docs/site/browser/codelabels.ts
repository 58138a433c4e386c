import { whenNear } from './parts/when-near.ts';

/** Other languages are written with a capital. */
const names: Readonly<Record<string, string>> = {
  bash: 'Shell',
  cpp: 'C++',
  cs: 'C#',
  csharp: 'C#',
  docker: 'Dockerfile',
  env: 'Environment',
  graphql: 'GraphQL',
  javascript: 'JavaScript',
  js: 'JavaScript',
  jsonc: 'JSON',
  md: 'Markdown',
  plaintext: 'Text',
  powershell: 'PowerShell',
  proto: 'Protocol Buffers',
  py: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  sh: 'Shell',
  ts: 'TypeScript',
  txt: 'Text',
  typescript: 'TypeScript',
  yml: 'YAML',
  zsh: 'Shell',
};
const abbreviations = /^(?:css|hcl|html|http|ini|json|jsx|php|scss|sql|svg|toml|tsx|xml|yaml)$/;

const blocks = document.querySelectorAll('.highlight code[class*="language-"]');
whenNear(blocks, (code) => {
  const language = /(?:^|\s)language-(\S+)/.exec(code.className)?.[1] ?? '';
  const name = Object.hasOwn(names, language) ? names[language] : spelled(language);
  const block = code.closest('.highlight');
  if (!name || !block) return;
  const label = document.createElement('span');
  label.className = 'code-label';
  label.textContent = name;
  block.prepend(label);
  // The block can be scrolled by keyboard: whoever arrives there hears what it is.
  const pre = code.closest('pre');
  pre?.setAttribute('role', 'group');
  pre?.setAttribute('aria-label', `${name} code`);
});

function spelled(language: string): string {
  if (abbreviations.test(language)) return language.toUpperCase();
  return language.charAt(0).toUpperCase() + language.slice(1);
}
