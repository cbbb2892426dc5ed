import { shiftDate } from './shift-date.ts'

shiftDate(Number(process.env.CLOCK_SHIFT))
