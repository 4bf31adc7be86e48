import '../dashboard/define.ts';
