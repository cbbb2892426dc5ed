/** How long a buyer waits for the provider's word, in milliseconds. */
const LONGEST_WAIT = 10_000

/** A provider's answer, or an error when it takes too long; the call itself goes on. */
export function answerWithin<T>(asked: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer in ${LONGEST_WAIT} ms.`)), LONGEST_WAIT)
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer))
}
