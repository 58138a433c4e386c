#!/usr/bin/env node
/* global process */
process.argv.splice(2, 0, 'pr');
await import('./lantern.js');
