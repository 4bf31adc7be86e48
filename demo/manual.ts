import {readdirSync, readFileSync} from 'node:fs';
import {join, posix, sep} from 'node:path';
import {fileURLToPath} from 'node:url';

import {Marked, Renderer, type Tokens} from 'marked';

import {anchorOf} from '../scripts/anchors.mjs';
import {type IndexEntry, wordsOf} from './pages/manual-index.ts';

const directory = fileURLToPath(new URL('../docs', import.meta.url));

interface Source {
  /** Path in `docs/`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** A section of the table of contents. */
interface Section {
  readonly heading: string;
  readonly pages: readonly Source[];
}

const contents = 'README.md';

/**
 * Renders the manual as HTML without inline scripts and styles. Each page has links to the previous and the next one, and a navigation in which it
 * is marked.
 */
export function renderManual() {
  const sections = readSections();
  const pages = [read(contents), ...sections.flatMap(section => section.pages)];
  return pages.map((page, index) => ({
    fileName: fileNameOf(page.path),
    title: escape(page.title),
    html:
      createMarked(page.path).parse(page.text, {async: false}) +
      previousAndNext(pages[index - 1], pages[index + 1]),
    navigation: renderNavigation(sections, page),
  }));
}

/** Returns the search index of the manual, with an entry for each heading. */
export function indexManual(): IndexEntry[] {
  return readSections()
    .flatMap(({pages}) => pages)
    .flatMap(page => {
      // A comment in a code block is not a heading.
      const text = page.text
        .split(/^```/m)
        .map((block, index) => (index % 2 ? block.replaceAll(/^#/gm, ' #') : block))
        .join('```');
      const parts = text.split(/^(?=#{1,4} )/m);
      return parts.map((part, index) => {
        const [line = '', ...rest] = part.split('\n');
        const heading = line.replace(/^#+ /, '').replaceAll('`', '');
        const url = fileNameOf(page.path) + (index ? `#${anchorOf(heading)}` : '');
        return [url, page.title, index ? heading : '', [...new Set(wordsOf(rest.join(' ')))].join(' ')];
      });
    });
}

/** Reads the table of contents, `docs/README.md`, and its pages. */
function readSections(): Section[] {
  const [, ...parts] = read(contents).text.split(/^## /m);
  return parts.map(part => ({
    heading: part.slice(0, part.indexOf('\n')),
    pages: part
      .split('\n')
      .filter(line => line.startsWith('- ['))
      .map(line => line.slice(line.indexOf('](') + 2).split(')', 1)[0] ?? '')
      .filter(path => path.endsWith('.md'))
      .map(path => read(path)),
  }));
}

function read(path: string): Source {
  const text = readFileSync(join(directory, path), 'utf8');
  return {path, text, title: /^# (.+)$/m.exec(text)?.[1] ?? path};
}

function renderNavigation(sections: readonly Section[], current: Source): string {
  const item = ({path, title}: Source) => {
    const mark = path === current.path ? ' aria-current="page"' : '';
    return `<li><a href="${fileNameOf(path)}"${mark}>${escape(title)}</a></li>`;
  };
  return sections
    .map(({heading, pages}) => {
      const open = pages.some(({path}) => path === current.path) ? ' open' : '';
      return `<details${open}><summary>${escape(heading)}</summary><ul>${pages.map(item).join('')}</ul></details>`;
    })
    .join('');
}

function previousAndNext(previous: Source | undefined, next: Source | undefined): string {
  const link = (page: Source | undefined, rel: string, label: string) =>
    page
      ? `<a rel="${rel}" href="${fileNameOf(page.path)}"><span>${label}</span> ${escape(page.title)}</a>`
      : '';
  return `<nav class="manual-turn" aria-label="Previous and next page">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>\n`;
}

/** Returns the pictures of the manual, with their URLs relative to its pages. */
export function manualPictures(): {readonly fileName: string; readonly path: string}[] {
  return readdirSync(directory, {recursive: true, encoding: 'utf8'})
    .filter(name => name.endsWith('.svg'))
    .map(name => ({fileName: name.split(sep).join('/'), path: join(directory, name)}));
}

/** @param path Path in `docs/`. */
function fileNameOf(path: string): string {
  return path === contents ? 'manual.html' : `manual-${path.replace(/\.md$/, '').replaceAll('/', '-')}.html`;
}

/** @param path Path of the page in `docs/`, which resolves its links. */
function createMarked(path: string): Marked {
  return new Marked({
    renderer: {
      heading({tokens, depth, text}: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({href, tokens}: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const url = urlOf(path, href);
        return url === undefined ? content : `<a href="${escape(url)}">${content}</a>`;
      },
      image({href, text}: Tokens.Image) {
        return `<img src="${escape(posix.join(posix.dirname(path), href))}" alt="${escape(text)}" loading="lazy">`;
      },
      // Wide content scrolls separately, also by keyboard.
      code({text}: Tokens.Code) {
        return `<pre class="code" tabindex="0"><code>${escape(text)}</code></pre>\n`;
      },
      // Long paths break after their slashes.
      codespan({text}: Tokens.Codespan) {
        return `<code>${text
          .split(/(?<=\w[/?&])(?=.)/)
          .map(escape)
          .join('<wbr>')}</code>`;
      },
      table(token: Tokens.Table) {
        return `<div class="manual-table" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
      tablecell({tokens, header, text}: Tokens.TableCell) {
        // An empty cell is not a header.
        const name = header && text !== '' ? 'th' : 'td';
        return `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
      },
    },
  });
}

/** Returns the URL of a link, `undefined` for files of the repository that are not pages of the manual. */
function urlOf(path: string, href: string): string | undefined {
  const [, name, anchor = ''] = /^([\w./-]+\.md)(#.*)?$/.exec(href) ?? [];
  const target = name === undefined ? undefined : posix.join(posix.dirname(path), name);
  if (target !== undefined && !target.startsWith('..')) return fileNameOf(target) + anchor;
  return /^(https:|#)/.test(href) ? href : undefined;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
