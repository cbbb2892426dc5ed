/** What we use of it: its own types take a name of any kind. */
declare module 'client-zip' {
  export function makeZip(
    files: AsyncIterable<{
      name: string
      lastModified: Date
      input: string | Uint8Array | AsyncIterable<string | Uint8Array>
    }>,
  ): ReadableStream<Uint8Array>
}
