/**
 * Answers the bytes of before while those read anew equal them,
 * so that what was compressed of them is not compressed again.
 */
export function sameBytes(read: () => Promise<Buffer>): () => Promise<Buffer> {
  let last: Buffer | null = null
  return async () => {
    const bytes = await read()
    if (bytes !== last && !last?.equals(bytes)) last = bytes
    return last
  }
}
