/** The indices of a build are gone while it fills them: another builder or a person removed them. */
export class CandidateLost extends Error {
  override readonly name = 'CandidateLost';

  constructor() {
    super('The indices of this import were deleted while it filled them. Run it again.');
  }
}
