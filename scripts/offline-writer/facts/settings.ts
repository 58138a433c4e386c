import { fileOf, languageOf, type Repository } from '../repository.ts';

export interface Setting {
  readonly name: string;
  /** As written in the code. Undefined: no default, or a name that may be a secret. */
  readonly initial: string | undefined;
  readonly places: readonly { readonly path: string; readonly line: number }[];
  /** The comment above it in an example file. */
  readonly comment: string;
}

export interface SettingsFile {
  readonly path: string;
  readonly what: string;
}

const name = '([A-Z][A-Z0-9_]{1,60})';
const initial = `(?:\\s*(?:\\?\\?|\\|\\|)\\s*([^\\n;,)}\\]]{1,60}))?`;
const reads: Readonly<Record<string, readonly RegExp[]>> = {
  script: [
    new RegExp(`\\b(?:process|import\\.meta)\\.env\\.${name}\\b${initial}`, 'g'),
    new RegExp(`\\b(?:process|import\\.meta)\\.env\\[['"]${name}['"]\\]${initial}`, 'g'),
    new RegExp(`\\bDeno\\.env\\.get\\(['"]${name}['"]\\)${initial}`, 'g'),
  ],
  Python: [
    new RegExp(`\\bgetenv\\(\\s*['"]${name}['"](?:\\s*,\\s*([^\\n()]{1,60}))?`, 'g'),
    new RegExp(
      `\\benviron\\.(?:get|setdefault|pop)\\(\\s*['"]${name}['"](?:\\s*,\\s*([^\\n()]{1,60}))?`,
      'g',
    ),
    new RegExp(`\\benviron\\[\\s*['"]${name}['"]\\s*\\]()`, 'g'),
  ],
  Go: [new RegExp(`\\bos\\.(?:Getenv|LookupEnv)\\("${name}"\\)()`, 'g')],
};

/** Environment variables that the code reads, and those of example files. */
export function findSettings(repository: Repository): Setting[] {
  const settings = new Map<string, { initial?: string; places: Setting['places'][number][] }>();
  for (const path of repository.sources()) {
    const text = repository.text(path);
    if (!/env/i.test(text)) continue;
    const language = languageOf(path);
    const patterns = reads[language === 'Python' || language === 'Go' ? language : 'script'] ?? [];
    for (const [index, line] of repository.lines(path).entries()) {
      if (line.length > 1_000 || /^\s*(?:\/\/|#|\*)/.test(line) || !/env/i.test(line)) continue;
      for (const pattern of patterns) {
        for (const [, variable = '', value] of line.matchAll(pattern)) {
          const setting = settings.get(variable) ?? { places: [] };
          setting.places.push({ path, line: index + 1 });
          const shown = value?.trim();
          if (shown && setting.initial === undefined) setting.initial = shown;
          settings.set(variable, setting);
        }
      }
    }
  }
  const comments = readExamples(repository, settings);
  return [...settings.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([variable, { initial, places }]) => ({
      name: variable,
      initial: initial !== undefined && isSecret(variable) ? undefined : initial,
      places: places.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)),
      comment: comments.get(variable) ?? '',
    }));
}

/** Reads names and the comments above them. The values are ignored: they may be secrets. */
function readExamples(
  repository: Repository,
  settings: Map<string, { initial?: string; places: Setting['places'][number][] }>,
) {
  const comments = new Map<string, string>();
  for (const path of repository.paths) {
    if (!/^\.?env(?:\.(?:example|sample|template|dist|defaults?))?$|\.env$/.test(fileOf(path))) {
      continue;
    }
    let comment: string[] = [];
    for (const [index, line] of repository.lines(path).entries()) {
      const remark = /^#\s?(.*)$/.exec(line.trim());
      const variable = /^(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line.trim())?.[1];
      if (variable !== undefined) {
        const setting = settings.get(variable) ?? { places: [] };
        setting.places.push({ path, line: index + 1 });
        settings.set(variable, setting);
        if (comment.length > 0) comments.set(variable, comment.join(' '));
      }
      comment = remark && !/=/.test(line) ? [...comment, remark[1] as string] : [];
    }
  }
  return comments;
}

function isSecret(variable: string): boolean {
  return /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|DSN|CONNECTION/.test(variable);
}

const knownFiles: readonly [RegExp, string][] = [
  [/^tsconfig(?:\.[\w-]+)?\.json$/, 'TypeScript compiler options'],
  [/^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?)$/, 'ESLint rules'],
  [/^(?:\.prettierrc(?:\.\w+)?|prettier\.config\.[cm]?js)$/, 'Prettier formatting'],
  [/^biome\.jsonc?$/, 'Biome formatting and lint rules'],
  [/^vitest?\.config\.[cm]?[jt]s$/, 'Vite and Vitest'],
  [/^(?:jest|rollup|webpack|babel|playwright|tsup)\.config\.[cm]?[jt]s$/, 'Build or test tool'],
  [/^sst\.config\.ts$/, 'SST deployment'],
  [/^\.editorconfig$/, 'Editor settings'],
  [/^\.npmrc$/, 'npm client settings'],
  [/^(?:\.nvmrc|\.node-version|\.python-version|\.tool-versions)$/, 'Pinned tool versions'],
  [
    /^(?:setup\.cfg|tox\.ini|pytest\.ini|mypy\.ini|\.flake8|\.pylintrc|ruff\.toml)$/,
    'Python tools',
  ],
  [/^\.golangci\.ya?ml$/, 'golangci-lint rules'],
  [/^\.pre-commit-config\.yaml$/, 'Checks before a commit'],
  [/^Dockerfile(?:\.[\w-]+)?$/, 'Container image'],
  [/^(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$/, 'Containers for local work'],
  [/^(?:renovate\.json5?|dependabot\.ya?ml)$/, 'Automatic dependency updates'],
  [
    /^(?:config|settings|application|default)\.(?:json|ya?ml|toml|ini|properties)$/,
    'Application settings',
  ],
  [/^\.env(?:\.[\w-]+)?$/, 'Environment variables (values are not shown)'],
];

export function findSettingsFiles(repository: Repository): SettingsFile[] {
  return repository.paths
    .flatMap((path) => {
      const file = knownFiles.find(([pattern]) => pattern.test(fileOf(path)));
      const isDeep = path.split('/').length > 3 || /(?:^|\/)(?:tests?|fixtures)\//.test(path);
      return file && !isDeep ? [{ path, what: file[1] }] : [];
    })
    .slice(0, 40);
}
