/** The Danish texts for changing the order of the apps, loaded with their code. */
export const da = {
  /** How to change the order. */
  arrangeHint:
    'Træk i et håndtag, eller tryk på pilene. Med tastatur: Mellemrum tager fat, piletaster flytter, Mellemrum slipper, Escape fortryder.',
  /** Announced when changing the order starts and ends. */
  arrangingStarted: 'Du kan nu flytte felter.',
  arrangingEnded: 'Du er færdig med at flytte felter.',
  /** Name of the handle of an app. */
  handle: (app: string) => `Flyt ${app}`,
  /** Names of the buttons that move an app by one place. */
  moveEarlier: (app: string) => `Flyt ${app} én plads frem`,
  moveLater: (app: string) => `Flyt ${app} én plads tilbage`,
  /** Announced when an app is picked up. */
  held: (app: string, place: number, count: number) =>
    `${app} er klar til at blive flyttet. Plads ${place} af ${count}.`,
  /** Announced while an app is being moved. */
  atPlace: (app: string, place: number, count: number) => `${app}: plads ${place} af ${count}.`,
  notMoved: (app: string) => `${app} er ikke flyttet.`,
};
