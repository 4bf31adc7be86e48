import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

/** The commands and code blocks of a page of the manual. */
export interface DocBlocks {
  /** The shell commands of each block. */
  readonly commands: readonly string[];
  /** The blocks with a file name after the language, by that name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Reads the code blocks of a page in `docs/`. */
export async function readDocBlocks(page: string): Promise<DocBlocks> {
  const text = await readFile(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)];
  return {
    commands: blocks.flatMap(([, language, , code = '']) => (language === 'sh' ? [code.trim()] : [])),
    files: Object.fromEntries(
      blocks.flatMap(([, , name, code = '']) => (name === undefined ? [] : [[name, code]])),
    ),
  };
}
