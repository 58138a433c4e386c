/** Two ways to type each command. A test reads them as the commands do. */
export const examples: Readonly<Record<string, readonly [string, string]>> = {
  'lantern health': ['lantern health', 'lantern health --server https://analysis.example.com'],
  'lantern analyze': [
    "lantern analyze 'reports/**/*.xml' --job shop/e2e --build 7 --fail-on new",
    'lantern analyze --job-name shop/e2e --build-number 7 --ci-url https://ci.example.com',
  ],
  'lantern re-analyze': ['lantern re-analyze 3f2a', 'lantern re-analyze 3f2a --peers none'],
  'lantern analyze-failure': [
    "lantern analyze-failure 3f2a 'cart > adds an item' 'the database was restarted'",
    "lantern analyze-failure 3f2a login 'see the proxy' --child shop/e2e-login --no-wait",
  ],
  'lantern ask': [
    "lantern ask 3f2a 'cart > adds an item' 'Which request timed out?'",
    "lantern ask 3f2a login 'Is it the proxy?' --child shop/e2e-login",
  ],
  'lantern status': ['lantern status 3f2a', 'lantern status 3f2a --wait'],
  'lantern cancel': ['lantern cancel 3f2a', 'lantern cancel 3f2a --json'],
  'lantern results list': ['lantern results list', 'lantern results list --limit 5 --json'],
  'lantern results show': ['lantern results show 3f2a', 'lantern results show 3f2a --json'],
  'lantern results dashboard': [
    'lantern results dashboard --status failed',
    'lantern results dashboard --job shop/e2e --limit 20',
  ],
  'lantern results delete': [
    'lantern results delete 3f2a',
    'lantern results delete 3f2a 9c41 --yes',
  ],
  'lantern results set-reviewed': [
    "lantern results set-reviewed 3f2a 'cart > adds an item'",
    "lantern results set-reviewed 3f2a 'cart > adds an item' --not-reviewed",
  ],
  'lantern results review-status': [
    'lantern results review-status 3f2a',
    'lantern results review-status 3f2a --json',
  ],
  'lantern results compare': [
    'lantern results compare 3f2a',
    'lantern results compare 3f2a --json',
  ],
  'lantern results xml': [
    'lantern results xml 3f2a --output report.xml',
    'lantern results xml 3f2a > report.xml',
  ],
  'lantern results sarif': [
    'lantern results sarif 3f2a --output report.sarif',
    'lantern results sarif 3f2a > report.sarif',
  ],
  'lantern comments list': ['lantern comments list 3f2a', 'lantern comments list 3f2a --json'],
  'lantern comments add': [
    "lantern comments add 3f2a 'cart > adds an item' 'I look at it, @ada knows the query'",
    "lantern comments add 3f2a login 'Fixed on main' --child shop/e2e-login",
  ],
  'lantern comments delete': [
    'lantern comments delete 3f2a 12',
    'lantern comments delete 3f2a 12 --json',
  ],
  'lantern comments mentions': [
    'lantern comments mentions',
    'lantern comments mentions --username ada',
  ],
  'lantern history failures': [
    "lantern history failures --search 'timed out'",
    "lantern history failures --job shop/e2e --class 'PRODUCT BUG' --limit 20",
  ],
  'lantern history test': [
    "lantern history test 'cart > adds an item'",
    "lantern history test 'cart > adds an item' --job shop/e2e --limit 5",
  ],
  'lantern history search': [
    'lantern history search 8d0c6f21',
    'lantern history search 8d0c6f21 --json',
  ],
  'lantern history stats': [
    'lantern history stats shop/e2e',
    'lantern history stats shop/e2e --json',
  ],
  'lantern history classifications': [
    'lantern history classifications',
    "lantern history classifications 'cart > adds an item' --job shop/e2e",
  ],
  'lantern history forget-override': [
    'lantern history forget-override 8d0c6f21',
    'lantern history forget-override 8d0c6f21 --json',
  ],
  'lantern history known': ['lantern history known', 'lantern history known --json'],
  'lantern history set-known': [
    "lantern history set-known 'cart > adds an item' --until 2027-01-31 --issue https://github.com/acme/shop/issues/3",
    'lantern history set-known login --until 2027-01-31 --issue https://tracker.example.com/SHOP-12 --reason flaky',
  ],
  'lantern history forget-known': [
    "lantern history forget-known 'cart > adds an item'",
    'lantern history forget-known login --json',
  ],
  'lantern classify': [
    "lantern classify 'cart > adds an item' FLAKY --reason 'passes when repeated'",
    'lantern classify login REGRESSION --job shop/e2e --references SHOP-12',
  ],
  'lantern override-classification': [
    "lantern override-classification 3f2a 'cart > adds an item' 'PRODUCT BUG'",
    'lantern override-classification 3f2a login INFRASTRUCTURE --child shop/e2e-login',
  ],
  'lantern preview-issue': [
    "lantern preview-issue 3f2a 'cart > adds an item' --target tracker",
    'lantern preview-issue 3f2a login --target scm --include-links',
  ],
  'lantern create-issue': [
    "lantern create-issue 3f2a 'cart > adds an item' --target tracker --tracker-project-key SHOP",
    "lantern create-issue 3f2a login --target scm --title 'Login times out' --body - < issue.md",
  ],
  'lantern link-issue': [
    "lantern link-issue 3f2a 'cart > adds an item' https://tracker.example.com/SHOP-12",
    "lantern link-issue 3f2a login https://tracker.example.com/SHOP-12 --title 'Login times out'",
  ],
  'lantern push-reports': ['lantern push-reports 3f2a', 'lantern push-reports 3f2a --json'],
  'lantern tracker-projects': ['lantern tracker-projects', 'lantern tracker-projects --json'],
  'lantern tracker-security-levels': [
    'lantern tracker-security-levels',
    'lantern tracker-security-levels SHOP',
  ],
  'lantern capabilities': ['lantern capabilities', 'lantern capabilities --json'],
  'lantern ai-configs': ['lantern ai-configs', 'lantern ai-configs --json'],
  'lantern auth login': ['lantern auth login ada', 'lantern auth login --server team'],
  'lantern auth logout': ['lantern auth logout', 'lantern auth logout --server team'],
  'lantern auth whoami': ['lantern auth whoami', 'lantern auth whoami --server team'],
  'lantern auth tokens': ['lantern auth tokens', 'lantern auth tokens --json'],
  'lantern auth check-token': [
    'lantern auth check-token scm',
    'lantern auth check-token tracker --tracker-email ada@example.com',
  ],
  'lantern admin users': ['lantern admin users', 'lantern admin users --json'],
  'lantern admin users list': ['lantern admin users list', 'lantern admin users list --json'],
  'lantern admin users add': [
    'lantern admin users add ada',
    'lantern admin users add ada --role admin',
  ],
  'lantern admin users remove': [
    'lantern admin users remove ada',
    'lantern admin users remove ada --yes',
  ],
  'lantern admin users role': [
    'lantern admin users role ada admin',
    'lantern admin users role ada user',
  ],
  'lantern admin users rotate-key': [
    'lantern admin users rotate-key ada',
    'lantern admin users rotate-key ada --stdin < key.txt',
  ],
  'lantern admin token-usage': [
    'lantern admin token-usage --group-by model',
    'lantern admin token-usage --from 2026-01-01 --to 2026-01-31 --json',
  ],
  'lantern config show': ['lantern config show', 'lantern config show team'],
  'lantern config servers': ['lantern config servers', 'lantern config servers --json'],
  'lantern config check': [
    'lantern config check data/webhook/config.yaml',
    'lantern config check .scm-webhook-server.yaml',
  ],
  'lantern config push': [
    'lantern config push config.yaml',
    'lantern config push config.yaml --bucket lantern-production-config',
  ],
  'lantern config completion': [
    'lantern config completion bash > ~/.local/share/bash-completion/completions/lantern',
    'lantern config completion fish > ~/.config/fish/completions/lantern.fish',
  ],
  'lantern init': ['lantern init analysis', 'lantern init pipeline'],
  'lantern doctor': ['lantern doctor', 'lantern doctor --json'],
  'lantern jobs dead': ['lantern jobs dead webhook', 'lantern jobs dead analysis --json'],
  'lantern jobs replay': ['lantern jobs replay webhook 41', 'lantern jobs replay docs 7 --json'],
  'lantern docs generate': [
    'lantern docs generate https://github.com/acme/shop --watch',
    'lantern docs generate . --name shop --max-cost 2.50',
  ],
  'lantern docs estimate': [
    'lantern docs estimate https://github.com/acme/shop',
    'lantern docs estimate . --provider claude --max-cost 2.50',
  ],
  'lantern docs retry': ['lantern docs retry shop --watch', 'lantern docs retry shop@v2'],
  'lantern docs watch': ['lantern docs watch shop', 'lantern docs watch shop --owner ada'],
  'lantern docs search': ['lantern docs search retries', 'lantern docs search time limit --json'],
  'lantern docs list': ['lantern docs list', 'lantern docs list --json'],
  'lantern docs show': ['lantern docs show shop', 'lantern docs show shop@v2 --json'],
  'lantern docs download': [
    'lantern docs download shop --output shop.tar.gz',
    'lantern docs download shop -o - | tar -xz -C site',
  ],
  'lantern docs abort': ['lantern docs abort shop', 'lantern docs abort shop --owner ada'],
  'lantern docs delete': ['lantern docs delete shop', 'lantern docs delete shop@v1 --yes'],
  'lantern docs users': ['lantern docs users', 'lantern docs users --json'],
  'lantern docs users list': ['lantern docs users list', 'lantern docs users list --json'],
  'lantern docs users add': [
    'lantern docs users add ada',
    'lantern docs users add ada --role viewer',
  ],
  'lantern docs users remove': [
    'lantern docs users remove ada',
    'lantern docs users remove ada --yes',
  ],
  'lantern docs grants': ['lantern docs grants shop', 'lantern docs grants shop --json'],
  'lantern docs grants list': [
    'lantern docs grants list shop',
    'lantern docs grants list shop --owner ada',
  ],
  'lantern docs grants add': [
    'lantern docs grants add shop ada',
    'lantern docs grants add shop ada --owner mona',
  ],
  'lantern docs grants remove': [
    'lantern docs grants remove shop ada',
    'lantern docs grants remove shop ada --owner mona',
  ],
  'lantern docs rotate-key': [
    'lantern docs rotate-key',
    'lantern docs rotate-key ada --stdin < key.txt',
  ],
  'lantern pr diff': ['lantern pr diff acme/shop 12', 'lantern pr diff 12 --format patch'],
  'lantern pr claude-md': [
    'lantern pr claude-md acme/shop 12',
    'lantern pr claude-md https://github.com/acme/shop/pull/12',
  ],
  'lantern pr post-comment': [
    'lantern pr post-comment acme/shop 12 0f3c9e1 comments.json',
    'lantern pr post-comment acme/shop 12 0f3c9e1 - --dry-run < comments.json',
  ],
  'lantern pr review': [
    'lantern pr review acme/shop 12',
    'lantern pr review 12 --post --fail-on critical',
  ],
  'lantern sessions search': [
    'lantern sessions search retry',
    'lantern sessions search retry --project shop --from 2026-01-31',
  ],
  'lantern sessions messages': [
    "lantern sessions messages 'connection reset'",
    'lantern sessions messages retry --role user --tools',
  ],
  'lantern sessions history': [
    'lantern sessions history cookie',
    'lantern sessions history cookie --order file --json',
  ],
  'lantern sessions list': ['lantern sessions list', 'lantern sessions list --limit 10'],
  'lantern sessions show': ['lantern sessions show 3f2a', 'lantern sessions show 3f2a --redact'],
  'lantern agent acp': [
    'lantern agent acp --provider claude --model claude-haiku-4-5',
    'lantern agent acp --provider gemini --model gemini-2.5-pro --tools read,grep,find,ls --max-cost 2',
  ],
  'lantern sessions push': [
    'lantern sessions push --server-url https://sessions.example.com',
    'lantern sessions push --server https://sessions.example.com --json',
  ],
  'lantern logs tail': [
    'lantern logs tail',
    "lantern logs tail --query 'repo:acme/shop level:error' --lines 50",
  ],
  'lantern logs search': [
    "lantern logs search 'timed out'",
    'lantern logs search --pr 12 --repository acme/shop --level error',
  ],
  'lantern logs export': [
    'lantern logs export --from 2026-01-31T08:00 --output entries.json',
    'lantern logs export --repository acme/shop --format ndjson > entries.ndjson',
  ],
  'lantern logs delivery': [
    'lantern logs delivery 72d3162e',
    'lantern logs delivery 72d3162e --json',
  ],
  'lantern logs replay': [
    'lantern logs replay 72d3162e --dry-run',
    'lantern logs replay 72d3162e --repository acme/shop',
  ],
  'lantern webhook init': ['lantern webhook init', 'lantern webhook init --config config.yaml'],
  'lantern webhook send': [
    'lantern webhook send pull_request --example',
    'lantern webhook send push push.json --repository acme/shop',
  ],
  'lantern webhook settings': [
    'lantern webhook settings --repository acme/shop',
    'lantern webhook settings .scm-webhook-server.yaml --json',
  ],
};
