import type {Client} from '@elastic/elasticsearch';
import type {IndexingConfig} from '#core/config/indexing.ts';
import type {BuildLog} from '../build-log/build-log.ts';
import type {RetryPolicy} from '../elasticsearch/retry.ts';
import type {Extract} from '../input/open-extract.ts';
import type {BuildLock} from '../lock/take-lock.ts';
import type {Progress} from '../progress/import-progress.ts';
import type {KnownExtracts} from './known-extracts.ts';

/** A build under way, and all it needs. */
export type Build = {
  readonly extract: Extract;
  readonly progress: Progress;
  readonly client: Client;
  readonly indexPrefix: string;
  readonly indexing: IndexingConfig;
  readonly lock: BuildLock;
  readonly record: BuildLog;
  readonly known: KnownExtracts;
  readonly policy: RetryPolicy;
  /** Told what a person should know though the build goes on. */
  readonly say: (sentence: string) => void;
  /** Why a person lets it pass whatever the gate says. */
  readonly force: string | undefined;
  /** How many records it is limited to. */
  readonly limit: number | undefined;
  /** Whether it goes live, or is held for somebody to look at. */
  readonly promote: boolean;
};
