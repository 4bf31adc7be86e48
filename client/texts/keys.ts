// The types by which texts are chosen, for models, which do not know the texts. For a new reason, add a value here and
// its text to `da.ts` and `en.ts`. Keep the values of `Reason`: pages replace texts by them.

export type Language = 'da' | 'en';

/**
 * Why an action failed, by what a person can do about it. `signedOut`: the service does not accept the
 * token (401). `forbidden`: it accepts the token, but the person lacks the right (403). `away`: it does not respond, or fails.
 * `outdated`: the browser lacks what the elements need. `noCompany`: the page names no company.
 */
export type Reason = 'signedOut' | 'forbidden' | 'offline' | 'away' | 'outdated' | 'noCompany' | 'other';
