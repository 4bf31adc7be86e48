import fc from 'fast-check';

// Left alone, fast-check stops at some ten characters, whatever maximum a test names.
fc.configureGlobal({defaultSizeToMaxWhenMaxSpecified: true});
