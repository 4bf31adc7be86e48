import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

/**
 * Splits the commands of a quickstart that a reader runs in a clone: `npm`, the commands of npm, and `copy`, those that copy the tarballs to a new
 * `directory`. For `quickstarts.spec.ts`.
 */
export function splitPacking(commands: string): {npm: string[]; copy: string; directory: string} {
  const lines = commands.split('\n');
  return {
    npm: lines.filter(line => line.startsWith('npm ')),
    copy: lines.filter(line => !line.startsWith('npm ')).join('\n'),
    directory: /^mkdir \.\.\/(\S+)$/m.exec(commands)?.[1] ?? '',
  };
}

/**
 * Reads a page in `docs/` and its code blocks, for tests that follow the manual. Returns the shell commands of each block, and the blocks with a
 * file name after the language by that name.
 */
export async function readDocBlocks(page: string) {
  const text = await readPage(page);
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)];
  return {
    text,
    commands: blocks.flatMap(([, language, , code = '']) => (language === 'sh' ? [code.trim()] : [])),
    files: Object.fromEntries(
      blocks.flatMap(([, , name, code = '']) => (name === undefined ? [] : [[name, code]])),
    ),
  };
}

/** Returns the shell commands of the blocks of a page in `docs/` with a word after the language. */
export async function readNamedBlocks(page: string, name: string): Promise<string[]> {
  return [...(await readPage(page)).matchAll(/^```sh (\S+)\n([^]*?)^```$/gm)].flatMap(([, word, code = '']) =>
    word === name ? [code] : [],
  );
}

function readPage(page: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8');
}
