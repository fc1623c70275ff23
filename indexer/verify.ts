import type {Client} from '@elastic/elasticsearch';
import type {IndexNames} from '#mappings/generation.ts';
import type {ImportCounts} from './report.ts';

/** The candidate must not go live. The message holds the numbers and what to do. */
export class VerificationFailed extends Error {
  override readonly name = 'VerificationFailed';
  readonly check: string;

  constructor(check: string, message: string) {
    super(message);
    this.check = check;
  }
}

/** Elasticsearch holds less than it acknowledged, as after a crash: the extract is not to blame. */
export class WritesLost extends Error {
  override readonly name = 'WritesLost';
}

/** Rejected records an extract may have: 0.1 % (design §6). */
const rejectLimit = 0.001;

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

const reasons = (counts: ImportCounts): string =>
  Object.entries(counts.rejectsByReason)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ');

/** The file held records, and at most 0.1 % of them had to be rejected. */
const judgeRejects = (counts: ImportCounts): void => {
  if (counts.records === 0) {
    throw new VerificationFailed('records', 'The extract holds no record. Fetch it again.');
  }
  const share = counts.rejects / counts.records;
  if (share > rejectLimit) {
    throw new VerificationFailed(
      'rejects',
      `${counts.rejects} of ${counts.records} records (${percent(share)}) were rejected, more than ` +
        `${percent(rejectLimit)}: ${reasons(counts)}. Look at the rejected records named above.`,
    );
  }
  if (counts.vehicles === 0) {
    throw new VerificationFailed('vehicles', 'The extract holds no vehicle. Fetch it again.');
  }
};

/** The index holds exactly the vehicles that Elasticsearch acknowledged. */
const judgeCount = (counts: ImportCounts, indexed: number): void => {
  if (indexed !== counts.vehicles) {
    throw new WritesLost(
      `The new index holds ${indexed} vehicles, but ${counts.vehicles} were acknowledged. ` +
        'Elasticsearch lost writes: look at its log, then import again.',
    );
  }
};

/** The last look before a candidate may go live. Throws `VerificationFailed` or `WritesLost`. */
export const verify = async (
  client: Client,
  names: IndexNames,
  counts: ImportCounts,
): Promise<void> => {
  judgeRejects(counts);
  await client.indices.refresh({index: Object.values(names)});
  const {count} = await client.count({index: names.vehicles});
  judgeCount(counts, count);
};
