/** What was asked for is not done. The message is all that the operator needs: why, and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
