import './load-sanitiser.ts';
import '../forms/define.ts';
