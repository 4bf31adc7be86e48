// Pages import this module as `tavle/define`, or load it as `/embed/tavle.js`; elements for forms and editors have separate modules.
import './dashboard/define.ts';
import './calendar/define.ts';
import './deadlines/define.ts';
