import {defaultTreeAdapter, type DefaultTreeAdapterTypes, html, Parser, type TreeAdapter} from 'parse5';

import {bounds} from '../bounds.ts';

/* Finds markup that is too large or too deep for its readers, for the fields that accept markup. `bounds.ts` has the
 * limits, and `countingAdapter` the counts and messages. The time must stay linear in the length of the markup. Follow
 * the HTML standard, as browsers do. */

type Adapter = TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>;

/** The reason why markup is too heavy, as a message for its sender. */
class TooHeavy extends Error {
  override readonly name = 'TooHeavy';
}

/**
 * Checks the cost of the markup of deadlines and forms for browsers: they reopen an unclosed formatting element, such as `<b>`, in each following
 * block, so a few thousand characters can expand to millions of elements. The layout of each element also costs time for each element around it.
 *
 * Follows the tree construction of the HTML standard without building a tree, up to the bounds. Linear in the length.
 *
 * @returns The reason, as a message for its sender; `undefined` if it is not too heavy.
 */
export function findExcess(markup: string): string | undefined {
  // With scripting, the content of <noscript> is text; in a template or a parsed document, it has elements.
  const readings = /<noscript/i.test(markup) ? [true, false] : [true];
  // The parser removes most content of <select>, as browsers did until 2025; now they treat it like other elements.
  const read = markup.replace(/<(\/?)select(?=[\s/>])/gi, '<$1x-select');
  try {
    for (const scriptingEnabled of readings) {
      const body = defaultTreeAdapter.createElement('body', html.NS.HTML, []);
      const parser = Parser.getFragmentParser(body, {treeAdapter: countingAdapter(), scriptingEnabled});
      parser.tokenizer.write(read, true);
    }
    return undefined;
  } catch (error) {
    if (error instanceof TooHeavy) return error.message;
    throw error;
  }
}

/** Returns an adapter that counts elements and their levels, and keeps only open ones. Its methods throw a {@link TooHeavy} above the limits. */
function countingAdapter(): Adapter {
  let elements = 0;
  let depth = 0;
  let levels = 0;
  const ignore = () => undefined;
  return {
    ...defaultTreeAdapter,
    createElement(...parts) {
      elements += 1;
      levels += depth;
      if (elements > bounds.maxMarkupElements || levels > bounds.maxMarkupLevels) {
        throw new TooHeavy(
          'Must not make browsers open too many elements: close formatting elements such as <b> in the block that opens them, and nest less.',
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
