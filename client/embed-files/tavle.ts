import '../embed.ts';
import './load-sanitiser.ts';
