import type { StallBox, StallDay } from '#contract/market/stall.ts'
import { formatBoxes, formatGiftFor } from '#contract/packing/box-text.ts'
import { isGiven } from '../hand-over/box-groups.ts'

export type PackItem = StallBox['items'][number]

export type PackDraft = {
  ticked: readonly number[]
  boxes: number | null
  weights: Readonly<Record<number, string>>
}

export const NOT_BEGUN: PackDraft = { ticked: [], boxes: null, weights: {} }

export const isDone = (box: StallBox): boolean => box.isPacked || isGiven(box)

export function boxesToPack({ boxes }: StallDay): StallBox[] {
  return boxes.filter(({ isCancelled }) => !isCancelled).toSorted((a, b) => a.id - b.id)
}

const isUnweighed = ({ byWeight }: PackItem): boolean => byWeight?.amount === null

/** `3 items · 1 to weigh · cold · a note`, or once packed, `Packed · 2 boxes`. */
export function describeBox(box: StallBox): string {
  const toWeigh = box.items.filter(isUnweighed).length
  const weighs = toWeigh > 0 ? [`${toWeigh} to weigh`] : []
  if (isDone(box))
    return [isGiven(box) ? 'Handed out' : 'Packed', formatBoxes(box.boxes), ...weighs].join(' · ')
  const units = box.items.reduce((sum, item) => sum + item.units, 0)
  return [
    units === 1 ? '1 item' : `${units} items`,
    ...weighs,
    ...(box.isCold ? ['cold'] : []),
    ...(box.isGift ? [formatGiftFor(box)] : []),
    ...(box.notes.length > 0 ? ['a note'] : []),
  ].join(' · ')
}
