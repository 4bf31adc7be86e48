import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {createProgress} from './progress.ts';

beforeEach(() => void vi.useFakeTimers({toFake: ['performance']}));
afterEach(() => void vi.useRealTimers());

/** Returns a stream that records all writes. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return {written, stream: {isTTY, columns: 40, write} as unknown as NodeJS.WriteStream};
}

describe('progress', () => {
  it('prints nothing about work that ends at once', () => {
    for (const isTTY of [true, false]) {
      const {written, stream: target} = stream(isTTY);
      const progress = createProgress(target);
      for (let done = 0; done <= 1_000; done++) progress.report('documents', done, 1_000);
      progress.end();
      expect(written).toEqual([]);
    }
  });

  it('overwrites one line of a terminal, and clears it at the end', () => {
    const {written, stream: target} = stream(true);
    const progress = createProgress(target);
    for (let done = 1; done <= 10; done++) {
      vi.advanceTimersByTime(100);
      progress.report('documents', done * 1_000, 10_000);
    }
    progress.end();
    progress.end();
    expect(written).toHaveLength(6);
    expect(written[0]).toBe('\rdocuments: 2,000 of 10,000\u001b[K');
    expect(written.slice(0, -1).every(text => !text.includes('\n'))).toBe(true);
    expect(written.at(-1)).toBe('\r\u001b[K');
  });

  it('cuts a line that is longer than the terminal is wide', () => {
    const {written, stream: target} = stream(true);
    const progress = createProgress(target);
    vi.advanceTimersByTime(1_000);
    progress.report('documents that are longer to name than the terminal is wide', 1);
    expect(written).toEqual(['\rdocuments that are longer to name than \u001b[K']);
  });

  it('writes a line every ten seconds to a log, without control characters', () => {
    const {written, stream: target} = stream(false);
    const progress = createProgress(target);
    for (let done = 1; done <= 25; done++) {
      vi.advanceTimersByTime(1_000);
      progress.report('checked', done);
    }
    progress.end();
    expect(written).toEqual(['checked: 10\n', 'checked: 20\n']);
  });

  it('writes to standard error, so that it does not mix with the output of a command', () => {
    const [error, output] = [vi.spyOn(process.stderr, 'write'), vi.spyOn(process.stdout, 'write')];
    error.mockReturnValue(true);
    const progress = createProgress();
    vi.advanceTimersByTime(10_000);
    progress.report('documents', 1);
    progress.end();
    expect(error.mock.calls.flat().join('')).toContain('documents: 1');
    expect(output).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
