import fc from 'fast-check'

export type LoadEvent =
  | { kind: 'load' | 'unload' | 'sell'; day: number; units: number }
  | { kind: 'home'; day: number; back: number; waste: number }
  /** Units that come back to the shelf, or from the field. */
  | { kind: 'rise'; day: number; units: number }

const day = fc.nat(1)
const units = fc.integer({ min: 1, max: 5 })

const loadEvent: fc.Arbitrary<LoadEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('load', 'unload', 'sell', 'sell', 'rise'), day, units }),
  fc.record({ kind: fc.constant('home'), day, back: fc.nat(3), waste: fc.nat(2) }),
)

export const loadEvents = fc.array(loadEvent, { minLength: 3, maxLength: 5 })

export function everyOrderOf<Event>(events: readonly Event[]): Event[][] {
  if (events.length < 2) return [[...events]]
  return events.flatMap((first, index) =>
    everyOrderOf(events.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  )
}
