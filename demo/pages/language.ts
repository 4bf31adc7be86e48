import {byId} from './dom.ts';
import {change, type Language, settings, watch} from './settings.ts';

/** A text in both of the page's languages. */
export type Both = Record<Language, string>;

/** The text in the page's language now. */
export function say(text: Both): string {
  return text[settings.lang];
}

/** Attributes whose English is next to them: `data-en-heading` next to `heading`. */
const translatedAttributes = ['heading'];

/** Lets the page follow the language that is chosen, and its language button choose it. */
export function followLanguage(): void {
  const button = byId('sprog');
  button.addEventListener('click', () => change({lang: settings.lang === 'da' ? 'en' : 'da'}));
  watch(['lang'], () => {
    document.documentElement.lang = settings.lang;
    button.lang = settings.lang === 'da' ? 'en' : 'da';
    button.textContent = say({da: 'English', en: 'Dansk'});
    translatePage();
  });
}

function translatePage(): void {
  for (const element of document.querySelectorAll('[data-en]')) {
    element.textContent = translation(element, '', element.textContent);
  }
  for (const attribute of translatedAttributes) {
    for (const element of document.querySelectorAll(`[data-en-${attribute}]`)) {
      const current = element.getAttribute(attribute) ?? '';
      element.setAttribute(attribute, translation(element, `-${attribute}`, current));
    }
  }
}

/** The page's original Danish is kept in `data-da…` before the English replaces it. */
function translation(element: Element, suffix: string, current: string): string {
  const danish = `data-da${suffix}`;
  if (!element.hasAttribute(danish)) element.setAttribute(danish, current.trim());
  return element.getAttribute(`data-${settings.lang}${suffix}`) ?? current;
}
