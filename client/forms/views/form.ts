// The intro page of a form, for `tavle-form.ts`. Add a section here for another field of the service. Show markup only
// in elements of class `markup`, which `tavle-form.ts` sanitises. Keep the frame's `sandbox`. Parts are public.
import {html, nothing} from 'lit';

import {renderButton, renderHeading} from '../../shared/templates.ts';
import type {IntroPage} from '../../api/responses.ts';
import {plainText} from '../../shared/markup.ts';
import type {FormStrings} from '../../texts/da.ts';
import {type Start, startOf} from '../model/form-model.ts';
import {outwardTarget} from '../../shared/frame.ts';

export interface FormView {
  readonly form: IntroPage;
  /** Level of the title, 1 to 5. */
  readonly level: number;
  readonly strings: FormStrings;
  /** Whether the frame with the solution is open. */
  readonly isStarted: boolean;
  readonly onStart: (event: MouseEvent, start: Start) => void;
}

/** Renders the intro page, for `tavle-form.ts`. Marks texts of authorities and suppliers as Danish. The `part` names are public. */
export function renderForm(view: FormView) {
  const {form, level, isStarted, strings} = view;
  const section = (title: string, content: unknown) =>
    content === nothing ? nothing : html`${renderHeading({level: level + 1, text: title})} ${content}`;
  const links = (title: string, items: readonly Link[]) => section(title, renderLinks(items));
  const side = [
    section(strings.help, renderText(form.hjaelp)),
    section(strings.contact, renderText(form.kontaktInformation)),
    links(strings.guidance, [[strings.readGuidance, form.urlTilVejledning]]),
    links(
      strings.legislation,
      form.urlTilLovstof.map(({titel, url}) => [plainText(titel) || hostOf(url), url]),
    ),
  ].filter(each => each !== nothing);
  const logins = links(strings.otherLogins, [
    [strings.eidasPerson, form.eidPersonLinkProd],
    [strings.eidasCompany, form.eidVirksomhedLinkProd],
    [strings.ssi, form.ssiLinkProd],
  ]);
  return html`
    <article part="form" class=${isStarted ? 'started' : ''}>
      <div>
        <div lang="da">${renderHeading({level, text: form.titel})}</div>
        <p class="exhibitor" part="exhibitor">${strings.exhibitedBy(form.myndighed.navn)}</p>
        ${renderText(form.kortBeskrivelse, 'summary')} ${renderStart(view, logins !== nothing)} ${logins}
        ${renderText(form.beskrivelse)} ${section(strings.prerequisites, renderText(form.forudsaetninger))}
        ${section(strings.steps, renderSteps(form.trin))}
        ${[form.fritekst1, form.fritekst2, form.fritekst3].map(text => renderText(text))}
      </div>
      ${side.length ? html`<div class="side">${side.map(each => html`<div>${each}</div>`)}</div>` : nothing}
    </article>
  `;
}

const hostOf = (url: string) => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/[/?#].*/s, '');

/** Links without a URL are not rendered. */
type Link = readonly [text: string, url: string | null];

function renderLinks(links: readonly Link[]) {
  const items = links.flatMap(([text, url]) =>
    url ? [html`<li><a href=${url} target=${outwardTarget()}>${text}</a></li>`] : [],
  );
  return items.length
    ? html`<ul>
        ${items}
      </ul>`
    : nothing;
}

/** Renders an element of class `markup`, into which `tavle-form.ts` writes the sanitised text; nothing for an empty text. */
function renderText(text: string | null, className = 'text') {
  return plainText(text) ? html`<div class="markup ${className}" lang="da" .markup=${text}></div>` : nothing;
}

function renderSteps(steps: readonly string[]) {
  return steps.length
    ? html`<ol lang="da" part="steps">
        ${steps.map(step => html`<li class="markup" .markup=${step}></li>`)}
      </ol>`
    : nothing;
}

function renderStart({form, level, strings, isStarted, onStart}: FormView, hasLogins: boolean) {
  const start = startOf(form);
  return html`
    <div class="start" part="start">
      ${form.kraeverSSO ? html`<p>${strings.requiresLogin}</p>` : nothing}
      ${start ? renderStartOf(start) : hasLogins ? nothing : html`<p>${strings.cannotStart}</p>`}
    </div>
  `;

  function renderStartOf(start: Start) {
    if (isStarted) return renderFrame(form, start.url, level, strings);
    const text = plainText(form.startKnapTekst) || strings.start;
    const onClick = (event: MouseEvent) => onStart(event, start);
    return start.isFramed
      ? html`${renderButton(text, onClick, {kind: 'primary', part: 'start-button'})}
          <a class="printed" href=${start.url}>${text}</a>`
      : html`<a
          class="button primary"
          part="start-button"
          href=${start.url}
          target=${outwardTarget()}
          @click=${onClick}
          >${text}</a
        >`;
  }
}

/** The permissions of a framed solution, which can't navigate or access the page. */
const permissions =
  'allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts';

/** Renders a solution in a frame, with the form's title if `formularType` requires it. */
function renderFrame({titel, formularType}: IntroPage, url: string, level: number, strings: FormStrings) {
  // A same-origin frame could remove its sandbox.
  const isForeign = new URL(url).origin !== location.origin;
  // The type of `sandbox` only allows a single permission.
  const sandbox = (isForeign ? `${permissions} allow-same-origin` : permissions) as 'allow-scripts';
  const hasTitle = formularType.endsWith('med-titel');
  return html`
    ${hasTitle ? html`<div lang="da">${renderHeading({level: level + 1, text: titel})}</div>` : nothing}
    <iframe
      part="frame"
      class=${`width-${/\d+/.exec(formularType)?.[0] ?? ''}`}
      title=${titel}
      lang="da"
      sandbox=${sandbox}
      src=${url}
    ></iframe>
    <p class="printed">${strings.frameNotPrinted}</p>
    <p><a href=${url} target="_blank" rel="noopener">${strings.openInWindow}</a></p>
  `;
}
