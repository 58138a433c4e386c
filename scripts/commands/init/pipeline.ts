import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readWebUrl, webUrlProblem } from '#core/text/url.ts';
import { gates } from '../analysis/profile/options.ts';
import type { Question } from '../line/questions.ts';

interface Answers {
  readonly server: string;
  readonly reports: string;
  readonly gate: string;
}

interface Pipeline {
  readonly name: string;
  /** The file or folder by which it is known, and where the step belongs. */
  readonly place: string;
  readonly step: (answers: Answers) => string;
}

const analyze = ({ reports, gate }: Answers) =>
  `node lantern.mjs analyze '${reports}' --fail-on ${gate}`;

export const pipelines: readonly Pipeline[] = [
  {
    name: 'GitHub Actions',
    place: '.github/workflows',
    step: (answers) => `- if: always()
  env:
    LANTERN_SERVER: ${answers.server}
    LANTERN_KEY: \${{ secrets.LANTERN_KEY }}
  run: ${analyze(answers)}`,
  },
  {
    name: 'GitLab',
    place: '.gitlab-ci.yml',
    step: (answers) => `variables:
  LANTERN_SERVER: ${answers.server}
after_script:
  - ${analyze(answers)}`,
  },
  {
    name: 'Jenkins',
    place: 'Jenkinsfile',
    step: (answers) => `post { always {
  withEnv(['LANTERN_SERVER=${answers.server}']) {
    sh "${analyze(answers)}"
  }
} }`,
  },
  {
    name: 'Azure Pipelines',
    place: 'azure-pipelines.yml',
    step: (answers) => `- script: ${analyze(answers)}
  condition: always()
  env:
    LANTERN_SERVER: ${answers.server}
    LANTERN_KEY: $(LANTERN_KEY)`,
  },
  {
    name: 'CircleCI',
    place: '.circleci/config.yml',
    step: (answers) => `- run:
    when: always
    environment:
      LANTERN_SERVER: ${answers.server}
    command: ${analyze(answers)}`,
  },
];

export const pipelineQuestions: Readonly<Record<keyof Answers, Question>> = {
  server: {
    text: 'Address of the failure analysis, such as https://analysis.example.com',
    isRequired: true,
    // What YAML and shells read in another way than we do.
    problems: (url) => (readWebUrl(url) && /^[\w:/.-]+$/.test(url) ? [] : [webUrlProblem]),
  },
  reports: {
    text: 'Where the tests write their reports (reports/**/*.xml)',
    problems: (glob) =>
      /^[\w*?[\]{},./-]+$/.test(glob)
        ? []
        : ['a path can have letters, digits and * ? [ ] { } , . / - _'],
  },
  gate: {
    text: `Fail the pipeline for failures that are ${gates.join(', ')} (new)`,
    problems: (gate) =>
      (gates as readonly string[]).includes(gate) ? [] : [`one of ${gates.join(', ')}`],
  },
};

/** Those that the repository uses; all of them where none is seen. */
export function pipelinesOf(folder: string): readonly Pipeline[] {
  const used = pipelines.filter(({ place }) => existsSync(join(folder, place)));
  return used.length > 0 ? used : pipelines;
}
