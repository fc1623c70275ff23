import type {IndexingConfig} from '#core/config/indexing.ts';
import type {Progress} from '../write/import-progress.ts';
import type {Installation} from '../write/installation.ts';

/** An import as an operator or a schedule asks for it. */
export type ImportOptions = Installation & {
  readonly indexing: IndexingConfig;
  /** Path of the extract, or `-` for standard input. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Receives sentences for the operator while the import goes on. */
  readonly say: (sentence: string) => void;
  readonly command: 'import' | 'update';
  /** The reason to promote the generation whatever the gate finds. */
  readonly force?: string | undefined;
  /** Only this many records are read, and the generation is held. */
  readonly limit?: number | undefined;
  /** False: the generation is held until `promote`. */
  readonly promote?: boolean;
  /** True: everything is read and checked as far as possible without an index. */
  readonly dryRun?: boolean;
};
