import fc from 'fast-check';

/* Characters for property tests and the fuzz tests: every one that JSON and a store must carry. */

const surrogates = {first: 0xd800, count: 0x800};

/** Any Unicode character except surrogates. The equivalent arbitrary of fast-check takes a second to set up. */
export const anyCharacter = fc.nat({max: 0x10ffff - surrogates.count}).map(
  index => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  text => {
    const code = (text as string).codePointAt(0) ?? 0;
    if (String.fromCodePoint(code) !== text) throw new Error('This is not one character.');
    return code < surrogates.first ? code : code - surrogates.count;
  },
);
