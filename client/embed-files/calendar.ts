import '../calendar/define.ts';
import './load-sanitiser.ts';
