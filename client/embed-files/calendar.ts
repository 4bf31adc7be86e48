import '../calendar/define.ts';
