/** scrypt's work factor: 64 MB and a quarter second per passphrase try. */
const WORK_FACTOR = 16

export async function* encrypt(
  passphrase: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(WORK_FACTOR)
  yield* await encrypter.encrypt(streamOf(plain))
}

export async function* decrypt(
  passphrase: string,
  secret: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  yield* await decrypter.decrypt(streamOf(secret))
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reading.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await reading.return?.()),
  })
}
