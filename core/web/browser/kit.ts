// The module of every page: each import defines a custom element.
import '../elements/toast.ts';
import '../elements/theme-switch.ts';
import '../elements/form.ts';
import '../elements/table.ts';
import '../elements/dialog.ts';
import '../elements/progress.ts';
import '../elements/copy.ts';
import '../elements/clock.ts';
import '../elements/live.ts';
import '../elements/shortcuts.ts';
import '../elements/services.ts';
