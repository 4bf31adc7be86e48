const weights = [2, 7, 6, 5, 4, 3, 2, 1];

export type CvrCheck = (text: string) => boolean;

/** Returns whether a text is a CVR number: eight digits whose weighted sum is a multiple of 11. */
export const isCvr: CvrCheck = text => {
  if (!hasCvrForm(text)) return false;
  let sum = 0;
  for (let place = 0; place < 8; place++) sum += (weights[place] ?? 0) * (text.charCodeAt(place) - 48);
  return sum % 11 === 0;
};

export const cvrForm = /^[1-9]\d{7}$/;

/** Accepts eight digits: for test environments with invented companies. */
export const hasCvrForm: CvrCheck = text => cvrForm.test(text);
