import type {Writable} from 'node:stream';

/** Sends the first bytes of `content` at once, and the rest a byte at a time until nobody reads them. */
export const drip = (to: Writable, content: Uint8Array, atOnce: number): void => {
  to.write(content.subarray(0, atOnce));
  let at = atOnce;
  const timer = setInterval(() => {
    to.write(content.subarray(at, at + 1));
    at += 1;
  }, 10);
  to.on('close', () => clearInterval(timer));
};
