import type { StallDecision, StallPhone, StallToDecide } from '#contract/market/stall-desk.ts'

export const DECIDED = 'Decided'

/** The labels of the decisions; `Throw away` only where nothing of it counts yet. */
export function choiceLabel(
  how: StallDecision,
  { isFromLostPhone }: Pick<StallToDecide, 'isFromLostPhone'>,
): string {
  if (how === 'take') return isFromLostPhone ? 'Take it' : 'Count it'
  if (how === 'leave') return isFromLostPhone ? 'Throw it away' : 'Do not count it'
  return how === 'reopen' ? 'Reopen the order, unpaid' : 'I took care of it'
}

type Phone = Pick<
  StallPhone,
  'endsAt' | 'heardAt' | 'waiting' | 'lostAt' | 'emptiedAt' | 'missing' | 'gone'
>

export function linesOfPhone(phone: Phone, formatMoment: (at: string) => string): string[] {
  const { endsAt, heardAt, waiting, lostAt, emptiedAt, missing, gone } = phone
  return [
    heardAt ? `Last reached the shop ${formatMoment(heardAt)}` : 'Has not reached the shop yet',
    ...(waiting > 0 ? [`${count(waiting, 'note')} still waited on it then`] : []),
    ...(missing > 0 ? [`${count(missing, 'note')} never arrived`] : []),
    ...(gone > 0 ? [`${count(gone, 'note')} lost on the phone`] : []),
    ...(emptiedAt ? [`Its browser was emptied; we noticed on ${formatMoment(emptiedAt)}`] : []),
    ...(lostAt ? [`Lost since ${formatMoment(lostAt)}`] : []),
    ...(endsAt ? [`This phone may sell until ${formatMoment(endsAt)}`] : []),
  ]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
