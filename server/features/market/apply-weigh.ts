import { standingOf } from '#contract/money/standing.ts'
import { priceOfWeight } from '#contract/packing/weigh.ts'
import type { Db, Emit } from '#server/db/write.ts'
import {
  areOwn,
  isVoid,
  OF_ANOTHER,
  voidCommands,
} from '#server/features/order-balance/gives-and-packs.ts'
import {
  findItem,
  formatWeighed,
  type ItemRow,
} from '#server/features/order-balance/order-balance.ts'
import {
  APPLIED,
  type CommandContext,
  type CommandOf,
  flagged,
  lockNamedOrder,
  type Outcome,
  setAside,
} from './command-record.ts'
import { listWeighs } from './standing-commands.ts'

type Weigh = CommandOf<'weigh'>

/**
 * A line's weight, or its price by weight; the buyer never pays more than before. A weighing that
 * names an earlier one replaces it. If that one is already settled, it can only add to the refund.
 */
export async function applyWeigh(
  tx: Db,
  emit: Emit,
  { command, at }: CommandContext<Weigh>,
): Promise<Outcome> {
  const { id, productId, replaces } = command
  const found = await lockNamedOrder(tx, command.order, at)
  const kind = `weigh/${command.order.id}/${productId}` as const
  await voidCommands(tx, replaces, { commandId: id, kind, at })
  if ('aside' in found) return found.aside
  const orderId = found.order.id
  const before = await findItem(tx, orderId, productId)
  if (!before?.weigh_unit)
    return { ...setAside(`#${orderId} has none of this that is sold by weight.`), orderId }
  const own = (await isVoid(tx, id, kind)) ? [] : [command]
  const standing = [...(await listWeighs(tx, [orderId])), ...own].filter(
    (weigh) => weigh.productId === productId && weigh.units === standingOf(before),
  )
  const isChanged = await keepWeighing(tx, before, standing, at)
  const after = (await findItem(tx, orderId, productId)) ?? before
  if (isChanged) emit({ kind: 'orders', orderId })
  const history = { before: historyOf(before), after: historyOf(after) }
  const warning = (await areOwn(tx, replaces, { kinds: ['weigh'], orderId }))
    ? warningOf(orderId, command, standing, after)
    : OF_ANOTHER
  return { ...(warning === null ? { ...APPLIED, orderId } : flagged(warning, orderId)), history }
}

type Kept = { units: number; thousandths: number | null; cents: number }

function keptOf({ weight, amount, units }: Weigh, { weigh_cents: rate }: ItemRow): Kept | null {
  if (amount !== undefined) return { units, thousandths: null, cents: amount }
  if (weight === null || rate === null) return null
  const thousandths = Math.round(weight * 1000)
  return { units, thousandths, cents: priceOfWeight(rate, thousandths) }
}

/** Of weighings unaware of each other, the cheapest for the buyer; null if none gives a weight. */
function leastOf(weighs: readonly Weigh[], item: ItemRow): Kept | null {
  const kept = weighs.flatMap((weigh) => keptOf(weigh, item) ?? [])
  const [least = null] = kept.sort(
    (one, other) => one.cents - other.cents || (one.thousandths ?? 0) - (other.thousandths ?? 0),
  )
  return least
}

/** Returns whether the weight changed, so that it must be settled again. */
async function keepWeighing(tx: Db, item: ItemRow, standing: readonly Weigh[], at: Date) {
  const key = { order_id: item.order_id, product_id: item.product_id }
  const kept = leastOf(standing, item)
  const { thousandths = null, weighed_cents: cents = null } = item
  if ((kept?.cents ?? null) === cents && (kept?.thousandths ?? null) === thousandths) return false
  const stored = tx.deleteFrom('weighings').where('order_id', '=', key.order_id)
  await stored.where('product_id', '=', key.product_id).execute()
  if (kept) {
    const row = { ...key, ...kept, settled_at: null, at: at.toISOString() }
    await tx.insertInto('weighings').values(row).execute()
  }
  return true
}

function warningOf(orderId: number, command: Weigh, standing: readonly Weigh[], item: ItemRow) {
  const { name } = item
  const stands = standingOf(item)
  if (stands === 0) return `${name} was weighed for #${orderId}, but it’s no longer in that order.`
  if (command.units !== stands)
    return `#${orderId} was changed: ${command.units} × ${name} was weighed, and it is ${stands} now. Please weigh it again.`
  if (standing.length < 2) return null
  return `${name} of #${orderId} was weighed on two phones, and the lower weight counts. If that is wrong, please weigh it again.`
}

function historyOf(item: ItemRow) {
  return { weighed: `${item.name}: ${formatWeighed(item) ?? 'not weighed'}` }
}
