import {FetchFailed, PartSpoiled} from './fetch-errors.ts';
import type {PartFile} from './part-file.ts';
import {type Retrying, retry} from './retry.ts';
import type {RemoteFile, Source} from './source.ts';

type Download = {
  readonly source: Source;
  readonly file: RemoteFile;
  readonly part: PartFile;
  readonly retrying: Retrying;
  readonly advance: (bytes: number) => void;
};

/**
 * Downloads what the part lacks, and resumes after a lost or stalled connection. Only an attempt that
 * gets further than all before counts as progress: a server that starts over each time and fails at
 * the same place is given up.
 */
export const download = async (options: Download): Promise<void> => {
  const {source, file, part, retrying} = options;
  let furthest = part.size();
  const isComplete = () => part.size() === file.size;

  const attempt = async () => {
    if (isComplete()) return;
    await transfer(options);
    if (file.size === null || isComplete()) return;
    throw part.size() > furthest ? endedEarly(source) : wrongSize(options, String(part.size()));
  };

  const hasGained = () => {
    const gained = part.size() > furthest;
    furthest = Math.max(furthest, part.size());
    return gained;
  };

  await retry(retrying, attempt, hasGained);
};

const transfer = async (options: Download): Promise<void> => {
  const {source, file, part, advance, retrying} = options;
  for await (const {at, bytes} of source.read(file, part.size(), retrying.signal)) {
    if (file.size !== null && at + bytes.length > file.size) throw wrongSize(options, 'more');
    await part.write(at, bytes);
    advance(part.size());
  }
};

const endedEarly = ({place}: Source): FetchFailed =>
  new FetchFailed(`${place} ended the transfer early.`, {isTransient: true});

/** The server sends more than it announced, or says that there is no more to send. */
const wrongSize = ({source: {place}, file: {name, size}}: Download, sent: string): PartSpoiled =>
  new PartSpoiled(
    `${place} announced ${size} bytes for ${name} but sent ${sent}. It may still be uploading; try again later.`,
  );
