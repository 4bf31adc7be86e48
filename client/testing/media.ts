import {onTestFinished} from 'vitest';
import {commands} from 'vitest/browser';

/** A visitor's preferences; see Playwright's `page.emulateMedia`. */
export interface Media {
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active' | 'none';
  reducedMotion?: 'reduce' | 'no-preference';
  media?: 'print' | 'screen';
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: (media: Media) => Promise<void>;
  }
}

/** Emulates a visitor's preferences until the test ends. */
export function emulateMedia(media: Media): Promise<void> {
  onTestFinished(() =>
    commands.emulateMedia({
      colorScheme: 'light',
      forcedColors: 'none',
      reducedMotion: 'no-preference',
      media: 'screen',
    }),
  );
  return commands.emulateMedia(media);
}
