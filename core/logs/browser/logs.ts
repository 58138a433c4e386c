// The module of the log viewer's pages: each import defines a custom element.
import './parts/log-view.ts';
import './parts/step-logs.ts';
