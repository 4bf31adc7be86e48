import {readdirSync, readFileSync} from 'node:fs';
import {basename, join, sep} from 'node:path';
import {fileURLToPath} from 'node:url';

import {Marked, type Tokens} from 'marked';

const directory = fileURLToPath(new URL('../docs', import.meta.url));

/** A page of the manual, made of one of the files in `docs/`. */
export interface ManualPage {
  readonly fileName: string;
  readonly title: string;
  readonly html: string;
}

/** Turns the manual into HTML that needs nothing inline, and whose links lead from page to page. */
export function renderManual(): ManualPage[] {
  return readdirSync(directory)
    .filter(name => name.endsWith('.md'))
    .map(name => {
      const text = readFileSync(join(directory, name), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
      return {
        fileName: fileNameOf(name),
        title: escape(title),
        html: createMarked().parse(text, {async: false}),
      };
    });
}

/** The manual's pictures: their addresses from its pages, and where they are. */
export function manualPictures(): {readonly fileName: string; readonly path: string}[] {
  return readdirSync(directory, {recursive: true, encoding: 'utf8'})
    .filter(name => name.endsWith('.svg'))
    .map(name => ({fileName: name.split(sep).join('/'), path: join(directory, name)}));
}

function fileNameOf(name: string): string {
  return name === 'README.md' ? 'manual.html' : `manual-${basename(name, '.md')}.html`;
}

function createMarked(): Marked {
  return new Marked({
    renderer: {
      heading({tokens, depth, text}: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({href, tokens}: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? content : `<a href="${escape(address)}">${content}</a>`;
      },
      image({href, text}: Tokens.Image) {
        return `<img src="${escape(href)}" alt="${escape(text)}" loading="lazy">`;
      },
      // What may be wider than the page scrolls by itself, by keyboard too.
      code({text}: Tokens.Code) {
        return `<pre class="code" tabindex="0"><code>${escape(text)}</code></pre>\n`;
      },
      table({header, rows}: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          cells.map(({tokens, text}) => {
            // A head that says nothing is no head.
            const name = text === '' ? 'td' : tag;
            return `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
          });
        const lines = [row(header, 'th'), ...rows.map(cells => row(cells, 'td'))];
        const [head, ...body] = lines.map(cells => `<tr>${cells.join('')}</tr>`);
        return `<div class="manual-table" tabindex="0"><table><thead>${head ?? ''}</thead><tbody>${body.join('')}</tbody></table></div>\n`;
      },
    },
  });
}

/** As GitHub names headings, so that the same links work there and here. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** `undefined` for files of the repository that are no page of the manual. */
function addressOf(href: string): string | undefined {
  const [, name, anchor = ''] = /^([\w-]+\.md)(#.*)?$/.exec(href) ?? [];
  if (name !== undefined) return fileNameOf(name) + anchor;
  return /^(https:|#)/.test(href) ? href : undefined;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
