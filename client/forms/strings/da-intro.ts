/** The Danish texts of an intro page, loaded with its code. */
export const da = {
  prerequisites: 'Hav følgende klar',
  steps: 'Sådan gør du',
  help: 'Hjælp',
  contact: 'Kontakt',
  guidance: 'Vejledning',
  legislation: 'Lovgivning',
  readGuidance: 'Læs vejledningen',
  /** The start button of a form without a text for it. */
  start: 'Start',
  requiresLogin: 'Du skal logge på.',
  /** In place of the start button if the form has no URL. */
  cannotStart: 'Formularen kan ikke startes her.',
  exhibitedBy: (authority: string) => `Fra ${authority}`,
  otherLogins: 'Andre måder at logge på',
  eidasPerson: 'Log på med eIDAS som privatperson',
  eidasCompany: 'Log på med eIDAS som medarbejder',
  ssi: 'Log på med SSI',
  /** The link below a frame. */
  openInWindow: 'Åbn i et nyt vindue',
};
