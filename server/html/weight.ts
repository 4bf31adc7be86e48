import {defaultTreeAdapter, type DefaultTreeAdapterTypes, html, Parser, type TreeAdapter} from 'parse5';
import type {z} from 'zod';

import {bounds} from '../limits/bounds.ts';
import {finish, sliceLength, type SlicedWork} from './slices.ts';

type Adapter = TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>;

/** The reason why markup is too heavy, as a message for its sender. */
class TooHeavy extends Error {
  override readonly name = 'TooHeavy';
}

/**
 * Checks the cost of markup for browsers: they reopen an unclosed formatting element, such as `<b>`, in each following block, so a few thousand
 * characters can expand to millions of elements.
 *
 * Follows the tree construction of the HTML standard without building a tree, up to the bounds. Linear in the length.
 */
export const findExcess = (markup: string): string | undefined => finish(searchExcess(markup));

/** {@link findExcess} in slices. */
export function* searchExcess(markup: string, slice = sliceLength): SlicedWork<string | undefined> {
  // With scripting, the content of <noscript> is text; in a template or a parsed document, it has elements.
  const readings = /<noscript/i.test(markup) ? [true, false] : [true];
  // The parser removes most content of <select>, as browsers did until 2025; now they treat it like other elements.
  const read = markup.replace(/<(\/?)select(?=[\s/>])/gi, '<$1x-select');
  try {
    for (const scriptingEnabled of readings) {
      const treeAdapter = countingAdapter(Math.max(bounds.maxMarkupElements, markup.length));
      const body = defaultTreeAdapter.createElement('body', html.NS.HTML, []);
      const parser = Parser.getFragmentParser(body, {treeAdapter, scriptingEnabled});
      for (let start = 0; start < read.length; start += slice) {
        if (slice < read.length) yield;
        parser.tokenizer.write(read.slice(start, start + slice), start + slice >= read.length);
      }
    }
    return undefined;
  } catch (error) {
    if (error instanceof TooHeavy) return error.message;
    throw error;
  }
}

/** Counts elements, and only keeps open ones. */
function countingAdapter(maxElements: number): Adapter {
  let elements = 0;
  let depth = 0;
  const ignore = () => undefined;
  return {
    ...defaultTreeAdapter,
    createElement(...parts) {
      elements += 1;
      if (elements > maxElements) {
        throw new TooHeavy(
          'Must not make browsers open too many elements: close formatting elements such as <b> in the block that opens them.',
        );
      }
      return defaultTreeAdapter.createElement(...parts);
    },
    onItemPush() {
      depth += 1;
      if (depth > bounds.maxMarkupDepth) {
        throw new TooHeavy(`Must not nest elements deeper than ${bounds.maxMarkupDepth} levels.`);
      }
    },
    onItemPop: () => void (depth -= 1),
    getChildNodes: () => [],
    appendChild: ignore,
    insertBefore: ignore,
    insertText: ignore,
    insertTextBefore: ignore,
    detachNode: ignore,
  };
}

/** Adds the bounds on markup to a text's rules. Later rules are skipped for markup beyond them. */
export const markupText = (schema: z.ZodString) =>
  schema.superRefine((value, context) => {
    const message = findExcess(value);
    if (message !== undefined) context.addIssue({code: 'custom', message, continue: false});
  });
