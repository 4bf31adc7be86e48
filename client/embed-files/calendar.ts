// The script `/embed/calendar.js`.
import '../calendar/define.ts';
