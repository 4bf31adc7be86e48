import {html, nothing} from 'lit';

import {renderHeading} from '../../shared/heading.ts';
import {type IntroPage, type Start, startOf} from '../model/form-model.ts';
import {plainText} from '../plain-text.ts';
import type {FormStrings} from '../strings/da.ts';

export interface FormView {
  readonly form: IntroPage;
  readonly level: number;
  readonly strings: FormStrings;
  /** Whether the frame with the solution is open. */
  readonly isStarted: boolean;
  /** Returns an element with a supplier's markup, made safe. Called in the same order by each rendering. */
  readonly markup: (text: string) => HTMLElement;
  readonly onStart: (event: Event) => void;
}

/** The intro page: what an authority or supplier wrote is Danish, whatever the language of the element. */
export function renderForm(view: FormView) {
  const {form, level, strings, isStarted, markup} = view;
  const {kortBeskrivelse, beskrivelse, myndighed, forudsaetninger, trin, hjaelp, kontaktInformation} = form;
  const texts = [form.fritekst1, form.fritekst2, form.fritekst3];
  const main = html`
    <div>
      <div lang="da">${renderHeading({level, text: form.titel})}</div>
      <p class="exhibitor" part="exhibitor">${strings.exhibitedBy(myndighed.navn)}</p>
      ${renderText(kortBeskrivelse, markup, 'summary')} ${renderText(beskrivelse, markup)}
      ${renderSection(view, strings.prerequisites, forudsaetninger)}
      ${
        trin.length
          ? html`${renderHeading({level: level + 1, text: strings.steps})}
              <ol lang="da" part="steps">
                ${trin.map(step => html`<li>${markup(step)}</li>`)}
              </ol>`
          : nothing
      }
      ${renderStart(view)} ${texts.map(text => renderText(text, markup))}
    </div>
  `;
  const side = [
    renderSection(view, strings.help, hjaelp),
    renderSection(view, strings.contact, kontaktInformation),
    renderLinks(view, strings.guidance, [[strings.readGuidance, form.urlTilVejledning]]),
    renderLinks(
      view,
      strings.legislation,
      form.urlTilLovstof.map(({titel, url}) => [titel || url, url]),
    ),
  ].filter(section => section !== nothing);
  return html`
    <article part="form" class=${isStarted ? 'started' : ''}>
      ${main}
      ${side.length ? html`<div class="side">${side.map(section => html`<div>${section}</div>`)}</div>` : nothing}
    </article>
  `;
}

function renderText(text: string | null, markup: FormView['markup'], className = 'text') {
  return text?.trim() ? html`<div class=${className} lang="da">${markup(text)}</div>` : nothing;
}

function renderSection({level, markup}: FormView, title: string, text: string | null) {
  if (!text?.trim()) return nothing;
  return html`${renderHeading({level: level + 1, text: title})} ${renderText(text, markup)}`;
}

/** @param links Those without a URL are left out. */
function renderLinks(
  {level}: FormView,
  title: string,
  links: readonly (readonly [text: string, url: string | null])[],
) {
  const items = links.flatMap(([text, url]) => (url ? [html`<li><a href=${url}>${text}</a></li>`] : []));
  if (!items.length) return nothing;
  return html`
    ${renderHeading({level: level + 1, text: title})}
    <ul>
      ${items}
    </ul>
  `;
}

function renderStart(view: FormView) {
  const {form, strings, isStarted, onStart} = view;
  const start = startOf(form);
  const text = plainText(form.startKnapTekst) || strings.start;
  const otherLogins = renderLinks(view, strings.otherLogins, [
    [strings.eidasPerson, form.eidPersonLinkProd],
    [strings.eidasCompany, form.eidVirksomhedLinkProd],
    [strings.ssi, form.ssiLinkProd],
  ]);
  return html`
    <div class="start" part="start">
      ${form.kraeverSSO ? html`<p>${strings.requiresLogin}</p>` : nothing}
      ${
        start
          ? start.frame
            ? html`<button
                class="button primary"
                part="start-button"
                type="button"
                ?hidden=${isStarted}
                @click=${onStart}
              >
                ${text}
              </button>`
            : html`<a class="button primary" part="start-button" href=${start.url} @click=${onStart}
                >${text}</a
              >`
          : otherLogins === nothing
            ? html`<p>${strings.cannotStart}</p>`
            : nothing
      }
      ${start?.frame && isStarted ? renderFrame(view, start.url, start.frame) : nothing}
    </div>
    ${otherLogins}
  `;
}

/** What a framed solution may do: it can't leave the frame, and can't reach the page. */
const permissions =
  'allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts';

function renderFrame(
  {form, level, strings}: FormView,
  url: string,
  {width, hasTitle}: NonNullable<Start['frame']>,
) {
  // A frame of the page's own origin could remove its sandbox.
  const isForeign = new URL(url).origin !== location.origin;
  // The types know lists of one permission only.
  const sandbox = (isForeign ? `${permissions} allow-same-origin` : permissions) as 'allow-scripts';
  return html`
    ${hasTitle ? html`<div lang="da">${renderHeading({level: level + 1, text: form.titel})}</div>` : nothing}
    <iframe
      part="frame"
      class=${`width-${width}`}
      title=${form.titel}
      lang="da"
      sandbox=${sandbox}
      src=${url}
    ></iframe>
    <p><a href=${url} target="_blank" rel="noopener">${strings.openInWindow}</a></p>
  `;
}
