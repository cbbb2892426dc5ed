import { inject } from 'vitest'
import { shiftDate } from './shift-date.ts'

const SHIFTED = Symbol.for('the clock of the browser’s tests')

// Each file of tests reads this again, in the same worker.
if (!(SHIFTED in globalThis)) {
  Object.assign(globalThis, { [SHIFTED]: true })
  shiftDate(inject('clockShift') ?? 0)
}
