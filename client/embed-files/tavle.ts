import '../embed.ts';
