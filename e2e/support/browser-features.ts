/** The oldest versions of the browsers that the elements support. */
export const oldestBrowsers = {chrome: 106, firefox: 110, safari: 16.4};

/** A feature of browsers that a script may use. */
export interface BrowserFeature {
  readonly name: string;
  /** Finds the feature in a minified script, its style sheets included. */
  readonly pattern: RegExp;
  /** A use of the feature, which `pattern` must match. */
  readonly example: string;
  /** The first versions of Chrome, Firefox and Safari that have it, from MDN's browser-compat-data 8.1; `never`: none. */
  readonly since: readonly [chrome: Version, firefox: Version, safari: Version];
  /** What the elements do without it. A feature that is newer than the oldest browsers must have this. */
  readonly without?: string;
}

type Version = number | 'never';

const css = (name: string, pattern: RegExp, example: string, ...since: BrowserFeature['since']) => ({
  name,
  pattern,
  example,
  since,
});
const js = css;

/** Features that browsers have had since 2021 or later, and newer features that an element uses with a fallback. */
export const browserFeatures: readonly BrowserFeature[] = [
  // Used, and newer than the oldest browsers.
  {
    name: 'light-dark()',
    pattern: /light-dark\(/,
    example: 'color:light-dark(#000,#fff)',
    since: [123, 120, 17.5],
    without: 'The light colours: client/styles/tokens.ts.',
  },
  {
    name: ':dir()',
    pattern: /:dir\(/,
    example: ':host(:dir(rtl)) svg{}',
    since: [120, 49, 16.4],
    without:
      'Arrows are not mirrored on pages that are read from right to left, which Danish and English ones are not.',
  },
  {
    name: 'closedBy of dialogs',
    pattern: /closedBy/,
    example: '<dialog .closedBy=${"any"}>',
    since: [134, 141, 27.3],
    without: 'A click outside the dialog is handled by client/calendar/controllers/dialog-controller.ts.',
  },
  {
    name: 'content-visibility',
    pattern: /content-visibility:/,
    example: '.far{content-visibility:auto}',
    since: [85, 125, 18],
    without: 'Long lists take longer to lay out.',
  },
  {
    name: 'contain-intrinsic-block-size',
    pattern: /contain-intrinsic-block-size:/,
    example: '.far{contain-intrinsic-block-size:auto 6em}',
    since: [95, 107, 17],
    without: 'It only has an effect together with `content-visibility`.',
  },
  {
    name: 'hyphens',
    pattern: /[;{]hyphens:/,
    example: ':host{hyphens:auto}',
    since: [55, 43, 17],
    without: 'Long words are broken without a hyphen (`overflow-wrap`).',
  },
  {
    name: 'accent-color',
    pattern: /accent-color:/,
    example: 'a{accent-color:red}',
    since: [93, 92, 26.2],
    without: 'Check boxes have the colour of the browser.',
  },
  {
    name: 'forced-color-adjust',
    pattern: /forced-color-adjust:/,
    example: 'a{forced-color-adjust:none}',
    since: [89, 113, 'never'],
    without: 'In forced colours, the browser also adjusts the colours of the selection.',
  },
  {
    name: 'inert',
    pattern: /\.inert=|[ "]\?inert[ =]/,
    example: '<div ?inert=${a}>',
    since: [102, 112, 15.5],
    without: 'A click in the moment in which results of a form search are replaced can open another form.',
  },
  {
    name: 'groups of details',
    pattern: /<details[^>]* name=/,
    example: '<details name="a">',
    since: [120, 130, 17.2],
    without: 'Several instructions for calendar apps are open at a time.',
  },
  {
    name: 'requestIdleCallback',
    pattern: /requestIdleCallback/,
    example: 'requestIdleCallback(f)',
    since: [47, 55, 'never'],
    without: 'A timer: client/calendar/model/calendar-model.ts.',
  },
  {
    name: 'custom states',
    pattern: /\{states:/,
    example: 'function f({states:a}){}',
    since: [125, 126, 17.4],
    without: 'Pages style an app by its parts `active` and `deactive`.',
  },
  // JavaScript.
  js('change of an array by copy', /\.to(?:Sorted|Reversed|Spliced)\(/, 'a.toSorted()', 110, 115, 16),
  js('Array.fromAsync', /Array\.fromAsync\b/, 'Array.fromAsync(a)', 121, 115, 16.4),
  js('Object.groupBy, Map.groupBy', /\b(?:Object|Map)\.groupBy\b/, 'Map.groupBy(a,f)', 117, 119, 17.4),
  js('Promise.withResolvers', /\.withResolvers\b/, 'Promise.withResolvers()', 119, 121, 17.4),
  js('Promise.try', /Promise\.try\b/, 'Promise.try(f)', 128, 134, 18.2),
  js(
    'set methods',
    /\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    'a.union(b)',
    122,
    127,
    17,
  ),
  js(
    'iterator helpers',
    /\bIterator\.(?:from|prototype)|\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
    'm.values().map(f)',
    122,
    131,
    18.4,
  ),
  js('well-formed strings', /\.(?:isWellFormed|toWellFormed)\(/, 's.isWellFormed()', 111, 119, 16.4),
  js('RegExp.escape', /RegExp\.escape\b/, 'RegExp.escape(s)', 136, 134, 18.2),
  js('Intl.Segmenter', /Intl\.Segmenter\b/, 'new Intl.Segmenter', 87, 125, 14.1),
  js('Intl.DurationFormat', /Intl\.DurationFormat\b/, 'new Intl.DurationFormat', 129, 136, 16.4),
  js(
    'flag v of regular expressions',
    /[^/\\\n]\/[dgimsy]*v[dgimsy]*[.,;)]/,
    'a.match(/[\\p{L}--a]/v)',
    112,
    116,
    17,
  ),
  js('import attributes', /\bwith\s*\{\s*type:/, 'import a from "a"with{type:"json"}', 123, 138, 17.2),
  js('using', /\b(?:await )?using [\w$]+=/, 'using a=b', 134, 141, 'never'),
  // The DOM.
  js('AbortSignal.any', /AbortSignal\.any\b/, 'AbortSignal.any([a,b])', 116, 124, 17.4),
  js('AbortSignal.timeout', /AbortSignal\.timeout\b/, 'AbortSignal.timeout(9)', 124, 100, 16),
  js('URL.canParse', /URL\.canParse\b/, 'URL.canParse(a)', 120, 115, 17),
  js('URL.parse', /URL\.parse\b/, 'URL.parse(a)', 126, 126, 18),
  js('Element.checkVisibility', /\.checkVisibility\b/, 'e.checkVisibility()', 105, 106, 17.4),
  js('popover', /\.(?:show|hide|toggle)Popover\b|[ "]popover[ =>]/, 'e.showPopover()', 114, 125, 17),
  js('scheduler', /\bscheduler\.(?:yield|postTask)\b/, 'scheduler.yield()', 129, 142, 'never'),
  js('view transitions', /startViewTransition/, 'document.startViewTransition()', 111, 144, 18),
  js('the event scrollend', /["'@]scrollend/, '"scrollend"', 114, 109, 26.2),
  js('URLPattern', /\bnew URLPattern\b/, 'new URLPattern', 95, 142, 26),
  js('moveBefore', /\.moveBefore\b/, 'e.moveBefore(a,b)', 133, 144, 'never'),
  js('setHTML', /\.setHTML(?:Unsafe)?\b/, 'e.setHTML(a)', 146, 148, 'never'),
  js(
    'states of custom elements',
    /\.states\.(?:add|delete|has)\b|:state\(/,
    'i.states.add("a")',
    125,
    126,
    17.4,
  ),
  // Style sheets.
  css(':user-valid, :user-invalid', /:user-(?:in)?valid/, 'a:user-invalid{}', 119, 88, 16.5),
  css(':popover-open', /:popover-open/, 'a:popover-open{}', 114, 125, 17),
  css('nesting', /[;{]&[ .:>[]/, '.a{&:hover{}}', 120, 117, 17.2),
  css('@scope', /@scope\b/, '@scope (a){}', 118, 146, 26.4),
  css('@starting-style', /@starting-style/, '@starting-style{}', 117, 129, 17.5),
  css('@property', /@property /, '@property --a{}', 85, 128, 16.4),
  css('style queries', /@container[^{]*\bstyle\(/, '@container style(--a:1){}', 111, 151, 18),
  css('@media (scripting)', /\(scripting\b/, '@media (scripting:none){}', 120, 113, 17),
  css('color-mix()', /color-mix\(/, 'color:color-mix(in srgb,red,blue)', 111, 113, 16.2),
  css('oklch(), oklab()', /\bokl(?:ch|ab)\(/, 'color:oklch(0 0 0)', 111, 113, 15.4),
  css('relative colours', /\b(?:rgb|hsl|oklch|oklab)\(from /, 'color:rgb(from red r g b)', 122, 128, 18),
  css(
    'small, large and dynamic viewport units',
    /\d[sld]v(?:[hwib]|min|max)\b/,
    'height:100dvh',
    108,
    101,
    15.4,
  ),
  css(
    'text-decoration with several values',
    /text-decoration: ?[\w-]+ [\w#]/,
    'a{text-decoration:underline 2px}',
    57,
    36,
    'never',
  ),
  css('round()', /[:( ]round\(/, 'width:round(1px,2px)', 125, 118, 15.4),
  css('text-wrap', /[;{]text-wrap:/, 'p{text-wrap:balance}', 114, 121, 17.4),
  css('field-sizing', /field-sizing:/, 'a{field-sizing:content}', 123, 152, 26.2),
  css('interpolate-size', /interpolate-size:/, 'a{interpolate-size:allow-keywords}', 129, 'never', 'never'),
  css('subgrid', /:subgrid\b/, 'a{grid-template-rows:subgrid}', 117, 71, 16),
  css('anchor positioning', /anchor-name:|\banchor\(/, 'a{anchor-name:--a}', 125, 147, 26),
  css('scrollbar-gutter', /scrollbar-gutter:/, 'a{scrollbar-gutter:stable}', 94, 97, 18.2),
  css('scrollbar-color', /scrollbar-color:/, 'a{scrollbar-color:red blue}', 121, 64, 26.2),
  css('overscroll-behavior', /overscroll-behavior/, 'a{overscroll-behavior:contain}', 144, 150, 'never'),
  css('hyphenate-limit-chars', /hyphenate-limit-chars:/, 'a{hyphenate-limit-chars:8}', 109, 137, 27.3),
  css('container queries', /@container\b/, '@container (min-width:38em){}', 105, 110, 16),
  css('units of containers', /\dcq(?:[hwib]|min|max)\b/, 'width:1cqi', 105, 110, 16),
];

/** Returns whether every one of the oldest browsers has a feature. */
export function isInOldestBrowsers({since}: BrowserFeature): boolean {
  const floor = Object.values(oldestBrowsers);
  return since.every((version, place) => version !== 'never' && version <= (floor[place] ?? 0));
}
