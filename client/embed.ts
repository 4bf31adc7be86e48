// The elements of the script `/embed/tavle.js`, which pages can also import as `tavle/define`. Import the `define.ts`
// of a new element here, unless it gets its own script, as those for forms and editors do. Do not remove any: pages use
// them.
import './dashboard/define.ts';
import './calendar/define.ts';
import './deadlines/define.ts';
