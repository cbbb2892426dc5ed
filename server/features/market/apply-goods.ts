import type { Db, Emit } from '#server/db/write.ts'
import { areOwn, OF_ANOTHER, voidCommands } from '#server/features/order-balance/gives-and-packs.ts'
import { type GoodsLine, recordGoods } from '#server/features/stock/record-goods.ts'
import {
  APPLIED,
  type CommandOf,
  type DayCommandContext,
  flagged,
  type Outcome,
} from './command-record.ts'

type GoodsCommand = CommandOf<'load' | 'unload' | 'came-home'>

export async function applyGoods(
  tx: Db,
  emit: Emit,
  { command, day, at }: DayCommandContext<GoodsCommand>,
): Promise<Outcome> {
  const commandId = command.id
  const replaces = command.kind === 'came-home' ? command.replaces : []
  await voidCommands(tx, replaces, { commandId, kind: `came-home/${day.id}`, at })
  const record = { commandId, dayId: day.id, goods: goodsOf(command), replaces, at }
  const unknown = await recordGoods(tx, emit, record)
  if (unknown.length > 0)
    return flagged(`The shop does not know ${unknown.length} of the products on this list.`)
  const isOwn = await areOwn(tx, replaces, { kinds: ['came-home'], dayId: day.id })
  return isOwn ? APPLIED : flagged(OF_ANOTHER)
}

function goodsOf(command: GoodsCommand): GoodsLine[] {
  if (command.kind === 'came-home') return command.goods.map((line) => ({ ...line, loaded: 0 }))
  const sign = command.kind === 'load' ? 1 : -1
  return command.goods.map(({ productId, units }) => ({
    productId,
    loaded: sign * units,
    back: 0,
    waste: 0,
  }))
}
