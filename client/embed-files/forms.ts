import '../forms/define.ts';
