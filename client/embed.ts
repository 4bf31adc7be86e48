import './dashboard/define.ts';
import './calendar/define.ts';
