import '../editorial/define.ts';
