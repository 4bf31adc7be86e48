import {commands} from 'vitest/browser';

/** What a visitor has set up; see `page.emulateMedia` of Playwright. */
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

/** Has the browser behave as for a visitor who set this up, until `resetMedia`. */
export function emulateMedia(media: Media): Promise<void> {
  return commands.emulateMedia(media);
}

export function resetMedia(): Promise<void> {
  return commands.emulateMedia({
    colorScheme: 'light',
    forcedColors: 'none',
    reducedMotion: 'no-preference',
    media: 'screen',
  });
}
