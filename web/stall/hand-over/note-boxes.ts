import { toCents } from '#contract/money/money.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { type NewCommand, note } from '../note.ts'
import { type BoxGroup, givesOf, isGiven, shareTenders } from './box-groups.ts'

/** Orders being written right now: a second tap on one of them is the same tap. */
const busy = new Set<number>()

/** One command per order in the group, one after the other, so they are numbered in order. */
async function forEach(
  group: BoxGroup,
  note: (box: BoxGroup[number], index: number) => Promise<unknown>,
): Promise<void> {
  const own = group.filter(({ id }) => !busy.has(id))
  for (const { id } of own) busy.add(id)
  try {
    for (const box of own) await note(box, group.indexOf(box))
  } finally {
    for (const { id } of own) busy.delete(id)
  }
}

const noteOnce = (command: NewCommand) => note(command, { id: newUuid() })

const orderOf = ({ id, mark }: BoxGroup[number]) => ({ id, mark })

export function giveBoxes(group: BoxGroup): Promise<void> {
  return forEach(group, async (box) => {
    if (isGiven(box)) return
    const items = box.items.map(({ productId, units }) => ({ productId, units }))
    await noteOnce({ kind: 'give', order: orderOf(box), items })
  })
}

export function takeBoxesBack(group: BoxGroup): Promise<void> {
  return forEach(group, async (box) => {
    const gives = givesOf(box)
    if (gives.length > 0) await noteOnce({ kind: 'take-back', order: orderOf(box), gives })
  })
}

export async function takeMoney(
  group: BoxGroup,
  tenders: readonly { way: string; isCash: boolean; amount: number | string }[],
  { givesToo }: { givesToo: boolean },
): Promise<void> {
  const dues = group.map(({ due }) => toCents(Math.max(0, due)))
  const shares = shareTenders(dues, tenders)
  await forEach(group, async (box, index) => {
    const own = shares[index] ?? []
    if (own.length > 0) await noteOnce({ kind: 'pay', order: orderOf(box), tenders: own })
  })
  if (givesToo) await giveBoxes(group)
}

export function giveMoneyBack(
  group: BoxGroup,
  way: { name: string; isCash: boolean },
): Promise<void> {
  return forEach(group, async (box) => {
    if (box.due >= 0) return
    const money = { way: way.name, isCash: way.isCash, amount: -box.due, note: '' }
    await noteOnce({ kind: 'pay-back', order: orderOf(box), ...money })
  })
}

export async function undoMoney(target: string): Promise<void> {
  await noteOnce({ kind: 'void-pay', target })
}
