/** Gives up after so many ms, with this message; the work itself goes on. */
export function inTime<T>(ms: number, work: Promise<T>, message: string): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(message)), ms)
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
