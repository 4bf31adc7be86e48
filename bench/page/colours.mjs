/**
 * The colours of a chart by class. Text has a contrast of at least 4.5:1 with the background, outlines of bars at least 3:1.
 *
 * @type {Record<'light' | 'dark', Record<string, Readonly<Record<string, string>>>>}
 */
export const colours = {
  light: {
    ground: {fill: '#ffffff'},
    ink: {fill: '#1a1a1a'},
    soft: {fill: '#4d4d4d'},
    own: {fill: '#0b5394', stroke: '#0b5394'},
    other: {fill: '#dbe1e7', stroke: '#5c6670'},
    axis: {fill: 'none', stroke: '#5c6670'},
  },
  dark: {
    ground: {fill: '#14181c'},
    ink: {fill: '#f2f2f2'},
    soft: {fill: '#c2c7cc'},
    own: {fill: '#7ab8f5', stroke: '#7ab8f5'},
    other: {fill: '#39424b', stroke: '#9aa4ad'},
    axis: {fill: 'none', stroke: '#9aa4ad'},
  },
};

/** The dark colours as CSS rules. The light ones are attributes, for viewers without style sheets. */
export const darkRules = Object.entries(colours.dark)
  .map(([name, properties]) => {
    const lines = Object.entries(properties).map(([property, colour]) => `${property}:${colour}`);
    return `.${name}{${lines.join(';')}}`;
  })
  .join('');
