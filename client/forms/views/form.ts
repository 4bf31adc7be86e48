import {html, nothing} from 'lit';

import {renderHeading} from '../../shared/heading.ts';
import {frameOf, type IntroPage, startUrlOf} from '../model/form-model.ts';
import {plainText} from '../plain-text.ts';
import type {FormStrings} from '../strings/da.ts';

export interface FormView {
  readonly form: IntroPage;
  readonly level: number;
  readonly strings: FormStrings;
  /** Whether the frame with the solution is open. */
  readonly isStarted: boolean;
  /** Returns an element with a supplier's markup, made safe. */
  readonly markup: (text: string) => HTMLElement;
  readonly onStart: (event: Event) => void;
}

/** The intro page: what an authority or supplier wrote is Danish, whatever the language of the element. */
export function renderForm(view: FormView) {
  const {form, level, strings, markup} = view;
  const {kortBeskrivelse, beskrivelse, myndighed, forudsaetninger, trin, hjaelp, kontaktInformation} = form;
  const texts = [form.fritekst1, form.fritekst2, form.fritekst3];
  return html`
    <article part="form">
      <div lang="da">${renderHeading({level, text: form.titel})}</div>
      ${renderText(kortBeskrivelse, markup, 'summary')}
      <p class="exhibitor" part="exhibitor">${strings.exhibitedBy(myndighed.navn)}</p>
      ${renderText(beskrivelse, markup)} ${renderSection(view, strings.prerequisites, forudsaetninger)}
      ${
        trin.length
          ? html`${renderHeading({level: level + 1, text: strings.steps})}
              <ol lang="da" part="steps">
                ${trin.map(step => html`<li>${markup(step)}</li>`)}
              </ol>`
          : nothing
      }
      ${renderStart(view)} ${texts.map(text => renderText(text, markup))}
      ${renderSection(view, strings.help, hjaelp)} ${renderSection(view, strings.contact, kontaktInformation)}
      ${renderLinks(view, strings.guidance, form.urlTilVejledning ? [[strings.readGuidance, form.urlTilVejledning]] : [])}
      ${renderLinks(
        view,
        strings.legislation,
        form.urlTilLovstof.map(({titel, url}) => [titel || url, url]),
      )}
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

function renderLinks(
  {level}: FormView,
  title: string,
  links: readonly (readonly [text: string, url: string])[],
) {
  if (!links.length) return nothing;
  return html`
    ${renderHeading({level: level + 1, text: title})}
    <ul>
      ${links.map(([text, url]) => html`<li><a href=${url}>${text}</a></li>`)}
    </ul>
  `;
}

function renderStart(view: FormView) {
  const {form, strings, isStarted, onStart} = view;
  const url = startUrlOf(form);
  const text = plainText(form.startKnapTekst) || strings.start;
  const isFramed = frameOf(form.formularType) !== undefined;
  const others = [
    [strings.eidasPerson, form.eidPersonLinkProd],
    [strings.eidasCompany, form.eidVirksomhedLinkProd],
    [strings.ssi, form.ssiLinkProd],
  ] as const;
  const given = others.flatMap(([name, link]) => (link === null ? [] : [[name, link] as const]));
  return html`
    <div class="start" part="start">
      ${form.kraeverSSO ? html`<p>${strings.requiresLogin}</p>` : nothing}
      ${
        url === null
          ? given.length
            ? nothing
            : html`<p>${strings.cannotStart}</p>`
          : isFramed
            ? html`<button
                class="button primary"
                part="start-button"
                type="button"
                ?hidden=${isStarted}
                @click=${onStart}
              >
                ${text}
              </button>`
            : html`<a class="button primary" part="start-button" href=${url} @click=${onStart}>${text}</a>`
      }
      ${url !== null && isStarted ? renderFrame(view, url) : nothing}
    </div>
    ${renderLinks(view, strings.otherLogins, given)}
  `;
}

/** What a framed solution may do: it can't leave the frame, and can't reach the page. */
const permissions =
  'allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts';

function renderFrame({form, level, strings}: FormView, url: string) {
  const {width, hasTitle} = frameOf(form.formularType) ?? {width: undefined, hasTitle: false};
  // A frame of the page's own origin could remove its sandbox.
  const isForeign = new URL(url, location.href).origin !== location.origin;
  // The types know lists of one permission only.
  const sandbox = (isForeign ? `${permissions} allow-same-origin` : permissions) as 'allow-scripts';
  return html`
    ${hasTitle ? html`<div lang="da">${renderHeading({level: level + 1, text: form.titel})}</div>` : nothing}
    <iframe
      part="frame"
      class=${width === undefined ? '' : `width-${width}`}
      title=${form.titel}
      lang="da"
      sandbox=${sandbox}
      referrerpolicy="strict-origin-when-cross-origin"
      src=${url}
    ></iframe>
    <p><a href=${url} target="_blank" rel="noopener">${strings.openInWindow}</a></p>
  `;
}
