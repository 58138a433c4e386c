import { whenNear } from './parts/when-near.ts';

const names: Readonly<Record<string, string>> = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  'c++': 'C++',
  console: 'Console',
  cs: 'C#',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  docker: 'Dockerfile',
  dockerfile: 'Dockerfile',
  env: 'Environment',
  go: 'Go',
  graphql: 'GraphQL',
  hcl: 'HCL',
  html: 'HTML',
  http: 'HTTP',
  ini: 'INI',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsonc: 'JSON',
  jsx: 'JSX',
  kotlin: 'Kotlin',
  makefile: 'Makefile',
  markdown: 'Markdown',
  md: 'Markdown',
  php: 'PHP',
  plaintext: 'Text',
  powershell: 'PowerShell',
  proto: 'Protocol Buffers',
  py: 'Python',
  python: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  rust: 'Rust',
  scss: 'SCSS',
  sh: 'Shell',
  shell: 'Shell',
  sql: 'SQL',
  svg: 'SVG',
  terraform: 'Terraform',
  text: 'Text',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TSX',
  txt: 'Text',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
  zsh: 'Shell',
};

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
  return language.charAt(0).toUpperCase() + language.slice(1);
}
