import {FetchFailed, PartSpoiled} from './fetch-failed.ts';
import type {PartFile} from './part-file.ts';
import {type Perseverance, perseverance} from './perseverance.ts';
import type {RemoteFile, Source} from './remote-file.ts';

type Download = Perseverance & {
  readonly source: Source;
  readonly file: RemoteFile;
  readonly part: PartFile;
  readonly advance: (bytes: number) => void;
};

/**
 * Fetches what the part still lacks. After a cut or a silence it goes on where it stopped; only an
 * attempt that gets further than any before counts as progress, so that a server which starts over
 * each time and breaks at the same place is given up, too.
 */
export const download = async (options: Download): Promise<void> => {
  const {source, file, part} = options;
  const after = perseverance(options);
  let furthest = part.size();
  while (part.size() !== file.size) {
    try {
      await oneAttempt(options);
      if (file.size === null || part.size() === file.size) return;
      throw part.size() > furthest ? endedEarly(source) : tooShort(source, file, part.size());
    } catch (error) {
      const gained = part.size() > furthest;
      furthest = Math.max(furthest, part.size());
      await after(error, {gained});
    }
  }
};

const oneAttempt = async ({source, file, part, advance, signal}: Download): Promise<void> => {
  for await (const {at, bytes} of source.read(file, part.size(), signal)) {
    if (file.size !== null && at + bytes.length > file.size) throw tooLong(source, file);
    await part.write(at, bytes);
    advance(part.size());
  }
};

const endedEarly = ({place}: Source): FetchFailed =>
  new FetchFailed(`${place} ended the transfer too early.`, {mayPass: true});

/** Asked for the rest, the server says that there is none. */
const tooShort = ({place}: Source, {name, size}: RemoteFile, bytes: number): PartSpoiled =>
  new PartSpoiled(
    `${place} says that ${name} has ${size} bytes, but sends ${bytes}. It may still be uploaded there: try again later.`,
  );

const tooLong = ({place}: Source, {name, size}: RemoteFile): PartSpoiled =>
  new PartSpoiled(
    `${place} says that ${name} has ${size} bytes, but sends more. It may still be uploaded there: try again later.`,
  );
