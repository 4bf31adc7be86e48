import './dashboard/define.ts';
import './calendar/define.ts';
import './deadlines/define.ts';
