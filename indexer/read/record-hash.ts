import xxhash from 'xxhash-wasm';

/** XXH64 of the bytes of a record. */
export const {h64Raw: hashOf} = await xxhash();
