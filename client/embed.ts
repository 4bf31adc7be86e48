// Pages import it as `tavle/define`; elements for forms and editors have separate modules.
import './dashboard/define.ts';
import './calendar/define.ts';
import './deadlines/define.ts';
