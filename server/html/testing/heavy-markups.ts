/* Expensive markup for the tests that the checks of markup take linear time. Add a piece to `worstPieces`. */

/** Returns markup in which browsers reopen `formatting` elements in each of `blocks` paragraphs: their product is the number of elements. */
export function reopenedMarkup(formatting: number, blocks: number): string {
  const open = Array.from({length: formatting}, (_, place) => `<b a${place}>`).join('');
  return `<p>${open}${'<p>x'.repeat(blocks)}`;
}

/** Returns {@link reopenedMarkup} of about `length` characters. */
export function reopenedMarkupOf(length: number): string {
  return reopenedMarkup(Math.floor(length / 2 / 9), Math.floor(length / 2 / 4));
}

/** Pieces whose repetition is expensive for some parser. */
export const worstPieces: readonly string[] = [
  ...[
    '<b> <p> <div> <a> <li> <x> </b> </p> <table> <td> <table>x<tr> <svg> <svg><a> <math><mi>',
    '<template> <select> <option> <button> <form> <h1> <nobr>x <a></a> <a><div></a>',
    '<b><div></b></div> <b><p></b>x <i><table><td></i> < <! <!-- --> <!---> <![CDATA[ <? </ <a x=<a/b',
    '<style> </style> <textarea> <title>x & &amp; &# &#x &am &#9; <br> <marquee><b></marquee>',
    '<noscript> <noscript><b></noscript> <frameset>',
  ].flatMap(some => some.split(' ')),
  ...[
    '<p><b a>x</p>',
    '<a ',
    '<a b',
    '<a b=',
    '<a b="',
    "<a b='",
    '<a b="<a b=\'',
    '<a a=<a',
    '<p title="<b>">',
    '<a href=" &#9;',
    '<a href="java&#9;script',
    '<p style="/*',
    '<p style=\\6a',
    '<i values=";',
    '<i srcset=",',
    ' ',
    '\n',
    '<br> ',
    '<i> ',
    '<a href="https://x">y</a>',
    '<html a>',
    '<body b>',
  ],
];

/** Returns a document of a word processor, of at least `length` characters, with wrongly nested formatting. */
export function pastedDocument(length: number): string {
  const head =
    '<style><!-- p.MsoNormal { margin: 0cm; font-family: "Calibri" } --></style><!--[if gte mso 9]><xml><o:x/></xml><![endif]-->';
  const paragraph = (place: number) =>
    `<p class="MsoNormal" style="margin-bottom: 0cm"><b style='mso-bidi-font-weight: normal'><span lang="DA"
style="font-size: 12.0pt">${place}. Virksomheden <i>skal</i></b> indberette</i> senest den <u>1. marts</u>,
se <a href="https://www.virk.dk/${place}"><font color="#0000ff">vejledningen</font></a>.<o:p></o:p></span></p>
<ul type=disc><li class=MsoNormal>Et<li class=MsoNormal>To &amp; tre<ul><li>Fire</ul></ul>
<table border=1><tr><td width=100><font face=Arial size=2><b>Felt</b></font></td><td>${place}</td></tr></table>\n`;
  let text = head;
  for (let place = 1; text.length < length; place += 1) text += paragraph(place);
  return text;
}
