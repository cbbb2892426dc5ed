/** Moves what `Date` says by that many milliseconds, here or in a page; timers run as they did. */
export function shiftDate(by: number): void {
  const { now } = Date
  const shifted = () => now() + by
  Date.now = shifted
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [shifted()], made),
  })
}
