import '../deadlines/define.ts';
