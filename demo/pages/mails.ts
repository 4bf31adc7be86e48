// The page `mails.html`: the mails that the demo would have sent, for people who try reminders. Here you can change
// what the page shows. Keep a mail's HTML in its frame, where the page's styles do not apply.
import './page.ts';
import './panel/user-switcher.ts';

import {html} from 'lit';
import {customElement, state} from 'lit/decorators.js';
import {repeat} from 'lit/directives/repeat.js';

import type {DemoMail} from '../mails.ts';
import {formatTime} from './dates.ts';
import {DemoElement} from './demo-element.ts';
import {fetchJson} from './requests.ts';
import {say} from './settings.ts';

/** How often the page looks for mails. */
const intervalMs = 2_000;

/** Shows the mails that the demo would have sent, the newest first. */
@customElement('demo-mails')
export class Mails extends DemoElement {
  @state() private mails: readonly DemoMail[] | undefined;
  @state() private hasFailed = false;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
    setInterval(() => void this.#load(), intervalMs);
  }

  async #load(): Promise<void> {
    try {
      this.mails = await fetchJson<DemoMail[]>('mails');
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    }
  }

  protected override render() {
    return html`
      <p role="status">${this.#statusText()}</p>
      ${repeat(
        this.mails ?? [],
        ({id}) => id,
        ({id, to, subject, text, time}) => html`
          <article class="mail" lang="da">
            <h2>${subject}</h2>
            <p class="entry-about">${to} · ${formatTime(new Date(time))}</p>
            <iframe src=${`/demo/mails/${id}`} title=${subject} @load=${fitFrame}></iframe>
            <details>
              <summary lang=${say('da', 'en')}>${say('Som ren tekst', 'As plain text')}</summary>
              <pre>${text}</pre>
            </details>
          </article>
        `,
      )}
    `;
  }

  #statusText(): string {
    if (this.hasFailed) return say('Vi kunne ikke hente mails.', 'The mails could not be loaded.');
    if (!this.mails) return say('Henter mails …', 'Loading mails …');
    if (!this.mails.length) return say('Ingen mails endnu.', 'No mails yet.');
    return this.mails.length === 1 ? '1 mail' : `${this.mails.length} mails`;
  }
}

/** Makes a frame as high as its mail, and lets the links of the mail open in the tab. */
function fitFrame({target}: Event): void {
  const frame = target as HTMLIFrameElement;
  const mail = frame.contentDocument;
  if (!mail) return;
  for (const link of mail.links) link.target = '_top';
  frame.style.blockSize = `${mail.documentElement.offsetHeight}px`;
}
