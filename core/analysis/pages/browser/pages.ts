// The module of the analysis' pages: each import defines a custom element.
import './parts/review.ts';
import './parts/report-file.ts';
import './parts/push.ts';
