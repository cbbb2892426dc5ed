import { fold } from '#contract/chat/word-forms.ts'
import type { StallBox } from '#contract/market/stall.ts'
import { type Cents, cents, toCents } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { formatBoxes, formatGiftFor } from '#contract/packing/box-text.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'

/** Orders packed together, so handed over together; usually just one. */
export type BoxGroup = readonly StallBox[]

/** Ordered by lowest number; a canceled order is in a group of its own. */
export function groupBoxes(boxes: readonly StallBox[]): BoxGroup[] {
  const groups: StallBox[][] = []
  for (const box of boxes.toSorted((a, b) => a.id - b.id)) {
    const own = groups.find((group) => group.some((other) => isTogether(box, other)))
    if (own) own.push(box)
    else groups.push([box])
  }
  return groups
}

function isTogether(one: StallBox, other: StallBox): boolean {
  if (one.isCancelled || other.isCancelled) return false
  return one.packedWith.includes(other.id) || other.packedWith.includes(one.id)
}

export function stateOf(group: BoxGroup): 'here' | 'given' | 'cancelled' {
  if (group.every(isGiven)) return 'given'
  return group.some(({ isCancelled }) => isCancelled) ? 'cancelled' : 'here'
}

export function isGiven({ gives }: StallBox): boolean {
  return gives.length > 0
}

export function keyOf(group: BoxGroup): number {
  return group[0]?.id ?? 0
}

export function namesOf(group: BoxGroup): string {
  return [...new Set(group.map(({ shortName }) => shortName))].join(', ')
}

export function dueOf(group: BoxGroup): Cents {
  return cents(group.reduce((sum, { due }) => sum + Math.max(0, toCents(due)), 0))
}

export function backOf(group: BoxGroup): Cents {
  return cents(group.reduce((sum, { due }) => sum + Math.max(0, -toCents(due)), 0))
}

/** What SNAP may pay, in cents; null while the shop doesn't say what is eligible. */
export function snapDueOf(group: BoxGroup): number | null {
  const known = group.flatMap(({ snapDue }) => snapDue ?? [])
  return known.length < group.length ? null : known.reduce((sum, due) => sum + toCents(due), 0)
}

export function isFound(group: BoxGroup, text: string): boolean {
  const wanted = fold(text).trim().replace(/^#/, '')
  return group.some(
    ({ id, shortName, giftTo = '' }) =>
      String(id).includes(wanted) || ` ${fold(`${shortName} ${giftTo}`)}`.includes(` ${wanted}`),
  )
}

/** `kept from Sat, Nov 21 · 2 boxes · cold · gift for Ruth G. · packed together` */
export function formatGroup(group: BoxGroup): string {
  const boxes = group.reduce((sum, box) => sum + box.boxes, 0)
  const isCold = group.some((box) => box.isCold)
  const missing = group.filter(({ isPacked }) => !isPacked)
  const days = new Set(group.flatMap(({ carriedFrom }) => carriedFrom?.day ?? []))
  return [
    ...[...days].map((day) => `kept from ${formatBriefDay(day)}`),
    formatBoxes(boxes),
    ...(isCold ? ['cold'] : []),
    ...group.flatMap((box) => (box.isGift ? [formatGiftFor(box)] : [])),
    ...(group.length > 1 ? ['packed together'] : []),
    ...(missing.length > 0 ? ['not packed yet'] : []),
  ].join(' · ')
}

/** Only handovers a phone can undo: those from the desk are undone there. */
export function givesOf({ gives }: StallBox): string[] {
  return gives.flatMap(({ id }) => id ?? [])
}

/** Splits money taken for several orders between them, earlier orders first. */
export function shareTenders<Way extends { amount: number | string }>(
  dues: readonly Cents[],
  tenders: readonly Way[],
): (Way & { amount: number })[][] {
  const left = tenders.map((tender) => ({ tender, cents: toCents(tender.amount) as number }))
  return dues.map((due) => {
    let open: number = due
    return left.flatMap((one) => {
      const amount = Math.min(open, one.cents)
      if (amount <= 0) return []
      open -= amount
      one.cents -= amount
      return [{ ...one.tender, amount: dollarsOf(amount) }]
    })
  })
}
