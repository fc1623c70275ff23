import {createHash} from 'node:crypto';

/** What identifies an extract under any name and in any container: the SHA-256 of its plain content. */
export type ContentDigest = {
  /** Passes content on, counting every byte into the digest. */
  readonly over: (content: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;
  /** In hexadecimal. @throws {Error} before the content has been read to its end. */
  readonly hex: () => string;
};

export const contentDigest = (): ContentDigest => {
  const hash = createHash('sha256');
  let digest: string | undefined;
  return {
    over: async function* (content) {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
      digest = hash.digest('hex');
    },
    hex: () => {
      if (digest !== undefined) return digest;
      throw new Error('The digest of an extract is asked for before it has been read to its end.');
    },
  };
};
