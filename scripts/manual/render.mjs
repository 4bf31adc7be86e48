import {cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join, posix} from 'node:path';

import {Marked} from 'marked';

import {anchorOf} from '../anchors.mjs';
import {bundle} from '../bundle.mjs';
import {addCharts} from './chart.mjs';

/*
 * Writes the manual as HTML pages, for `build.mjs`. To add a page, list it in docs/README.md. Pages must have no inline scripts and styles. All files
 * are in one directory, so that relative links work below any path.
 */

/** @typedef {{path: string, title: string, text: string}} Page The path is that of the Markdown file in the repository. */
/** @typedef {{heading: string, pages: Page[]}} Section A section of the table of contents. */

const tableOfContents = 'docs/README.md';
const danish = ['docs/guides/redaktion.md'];
/** The number of characters of a row that fit on a line of a phone. Two columns are `betweenColumns` apart. */
const longRow = 35;
const betweenColumns = '    ';
const sections = readSections();
const pages = [read(tableOfContents), ...sections.flatMap(section => section.pages)];
const paths = pages.map(({path}) => path);

/** Writes the pages, their script, style sheet, search index, pictures and linked files. @param {string} directory */
export async function writeManual(directory) {
  const template = readFileSync('scripts/manual/page.html', 'utf8');
  mkdirSync(directory, {recursive: true});
  /** @param {string} name @param {string} text */
  const write = (name, text) => writeFileSync(join(directory, name), text);

  /** @type {Set<string>} */
  const files = new Set();
  for (const [index, page] of pages.entries()) {
    const html = createMarked(page.path, files).parse(await addCharts(page.text), {async: false});
    const parts = {
      '<main ': danish.includes(page.path) ? '<main lang="da" ' : '<main ',
      TITLE: escape(page.title),
      '<!-- pages -->': renderNavigation(page),
      '<!-- contents -->': renderContents(page),
      '<!-- content -->': html + previousAndNext(pages[index - 1], pages[index + 1]),
    };
    const filled = Object.entries(parts).reduce(
      (text, [place, part]) => text.replace(place, () => part),
      template,
    );
    write(fileNameOf(page.path), filled);
  }
  for (const path of files) cpSync(path, join(directory, fileNameOf(path)));
  write('manual-index.json', JSON.stringify(pages.slice(1).flatMap(sectionsOf)));
  write('manual.js', (await bundle('scripts/manual/page.mjs', [])).code);
  cpSync('scripts/manual/manual.css', join(directory, 'manual.css'));
  cpSync('node_modules/minisearch/LICENSE.txt', join(directory, 'manual.js.LICENSE.txt'));
}

/** Reads the table of contents and its pages. @returns {Section[]} */
function readSections() {
  const [, ...parts] = read(tableOfContents).text.split(/^## /m);
  return parts.map(part => ({
    heading: part.slice(0, part.indexOf('\n')),
    pages: Array.from(part.matchAll(/^- \[[^\]]+\]\(([^)]+\.md)\)/gm), ([, link = '']) =>
      read(posix.join('docs', link)),
    ),
  }));
}

/** @param {string} path @returns {Page} */
function read(path) {
  const text = readFileSync(path, 'utf8');
  return {path, text, title: /^# (.+)$/m.exec(text)?.[1] ?? path};
}

/** Splits a page at its headings, for the search. @param {Page} page */
function sectionsOf({path, title, text}) {
  // A comment (`#`) in a code block is not a heading.
  const marked = text
    .split(/^```.*$/m)
    .map((block, index) => (index % 2 ? block : block.replaceAll(/^(?=#{1,4} )/gm, '\0')))
    .join('');
  const [, ...parts] = marked.split('\0');
  return parts.map((part, index) => {
    const [line = '', ...rest] = part.split('\n');
    const heading = line.replace(/^#+ /, '');
    const url = fileNameOf(path) + (index ? `#${anchorOf(heading)}` : '');
    return {url, title, heading: index ? heading.replaceAll('`', '') : '', text: plainText(rest.join('\n'))};
  });
}

/** @param {string} markdown */
function plainText(markdown) {
  return markdown
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-| ]+\|$/gm, '')
    .replaceAll(/[`|]|\*\*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** @param {Page} current */
function renderNavigation(current) {
  /** @param {Page} page */
  const item = ({path, title}) => {
    const mark = path === current.path ? ' aria-current="page"' : '';
    return `<li><a href="${fileNameOf(path)}"${mark}>${escape(title)}</a></li>`;
  };
  return sections
    .map(section => {
      const open = section.pages.some(({path}) => path === current.path) ? ' open' : '';
      return `<details${open}><summary>${escape(section.heading)}</summary><ul>${section.pages.map(item).join('')}</ul></details>`;
    })
    .join('');
}

/** Renders the headings of a page as links, if there are several. @param {Page} page */
function renderContents({text}) {
  const headings = new Marked()
    .lexer(text)
    .flatMap(token => (token.type === 'heading' && token.depth === 2 ? [String(token.text)] : []));
  if (headings.length < 2) return '';
  const items = headings.map(
    heading =>
      `<li><a href="#${anchorOf(heading)}">${new Marked().parseInline(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><details class="contents"><summary>On this page</summary><ul>${items.join('')}</ul></details></nav>`;
}

/** @param {Page | undefined} previous @param {Page | undefined} next */
function previousAndNext(previous, next) {
  /** @param {Page | undefined} page @param {string} rel @param {string} label */
  const link = (page, rel, label) =>
    page
      ? `<a rel="${rel}" href="${fileNameOf(page.path)}"><span>${label}</span> ${escape(page.title)}</a>`
      : '';
  return `<nav class="turn" aria-label="Previous and next page">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>\n`;
}

/** Returns the name of a page, a picture or a linked file. @param {string} path Of the file in the repository. */
function fileNameOf(path) {
  if (path === tableOfContents) return 'manual.html';
  const name = path
    .replace(/^docs\//, '')
    .replaceAll(/[^\w.-]/g, '-')
    .toLowerCase();
  if (paths.includes(path)) return `manual-${name.replace(/\.md$/, '')}.html`;
  return `manual-${name}${name.endsWith('.svg') ? '' : '.txt'}`;
}

/**
 * @param {string} path The page's path, to which its links are relative.
 * @param {Set<string>} files Receives the files that the page needs.
 */
function createMarked(path, files) {
  /** @param {string} href */
  const urlOf = href => {
    if (/^(https:|#)/.test(href)) return href;
    const [name = '', anchor] = href.split('#');
    const target = posix.join(posix.dirname(path), name);
    if (!existsSync(target) || !statSync(target).isFile()) return undefined;
    if (!paths.includes(target)) files.add(target);
    return fileNameOf(target) + (anchor === undefined ? '' : `#${anchor}`);
  };
  return new Marked({
    renderer: {
      heading({tokens, depth, text}) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({href, tokens}) {
        const content = this.parser.parseInline(tokens);
        const url = urlOf(href);
        return url === undefined ? content : `<a href="${escape(url)}">${content}</a>`;
      },
      image({href, text}) {
        return `<img src="${escape(urlOf(href) ?? '')}" alt="${escape(text)}" loading="lazy">`;
      },
      // Wide content scrolls separately, also by keyboard.
      code({text}) {
        return `<div class="code"><pre tabindex="0"><code>${escape(text)}</code></pre></div>\n`;
      },
      // Long paths and names break after slashes and underscores, and before a capital letter after 12 letters.
      codespan({text}) {
        return `<code>${text
          .split(/(?<=[\w}][/?&_])(?=.)|(?<=\w{12})(?=[A-Z][a-z])/)
          .map(escape)
          .join('<wbr>')}</code>`;
      },
      table(token) {
        return renderTable(token, cell => this.parser.parseInline(cell.tokens));
      },
    },
  });
}

/**
 * Renders a table. On a phone, a table with long rows is a list: each cell begins a line, after the name of its column. The `role`
 * attributes keep the list a table for screen readers in Safari.
 *
 * @param {import('marked').Tokens.Table} table @param {(cell: import('marked').Tokens.TableCell) => string} inline
 */
function renderTable({header, rows}, inline) {
  const isLong = [header, ...rows].some(
    cells => cells.map(({text}) => text).join(betweenColumns).length > longRow,
  );
  const head = header.map(cell =>
    // An empty cell is not a header.
    cell.text === '' ? '<td role="cell"></td>' : `<th role="columnheader">${inline(cell)}</th>`,
  );
  const body = rows.map(cells => {
    const texts = cells.map((cell, index) => {
      const column = index > 0 && header[index]?.text;
      return `<td role="cell"${column ? ` data-column="${escape(column.replaceAll('`', ''))}"` : ''}>${inline(cell)}</td>`;
    });
    return `<tr role="row">${texts.join('')}</tr>`;
  });
  return `<div class="table${isLong ? ' long' : ''}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead>
<tbody role="rowgroup">${body.join('\n')}</tbody></table></div>\n`;
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
