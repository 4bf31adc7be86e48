/** Why a command does not do what it was asked to, in words for an operator. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
