import {TryLater} from '#core/command-line/errors.ts';
/** The indices of a build are gone while it fills them: another builder or a person removed them. */
export class CandidateLost extends TryLater {
  constructor() {
    super('The indices of this import were deleted while it filled them. Run it again.');
  }
}

/** Elasticsearch holds less than it acknowledged, as after a crash: the extract is not to blame. */
export class WritesLost extends TryLater {
  constructor(found: string) {
    super(`${found} Elasticsearch lost writes: check its log, then import again.`);
  }
}
