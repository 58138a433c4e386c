#!/usr/bin/env node
import './needs-node.js';

await import('./commands/start.ts');
