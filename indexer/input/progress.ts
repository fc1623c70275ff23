/** How many bytes have been read of a file as it lies on disk. */
export type Progress = {bytesRead: number};

export async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    progress.bytesRead += chunk.length;
    yield chunk;
  }
}
