import {byId} from './dom.ts';
import {change, type Language, settings, watch} from './settings.ts';

/** A text in both languages of the page. */
export type Both = Record<Language, string>;

/** Returns the text in the current language. */
export function say(text: Both): string {
  return text[settings.lang];
}

/** Attributes with an English variant: `data-en-heading` for `heading`. */
const translatedAttributes = ['heading'];

/** Translates the page when the language changes, and starts the language button. */
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

/** Returns the translation. Stores the original Danish text in `data-da…`. */
function translation(element: Element, suffix: string, current: string): string {
  const danish = `data-da${suffix}`;
  if (!element.hasAttribute(danish)) element.setAttribute(danish, current.trim());
  return element.getAttribute(`data-${settings.lang}${suffix}`) ?? current;
}
