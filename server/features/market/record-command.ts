import type { SubjectOf } from '#contract/history.ts'
import type { MarketCommand } from '#contract/market/commands.ts'
import { describeCommand, productsIn } from '#contract/market/describe-command.ts'
import type { Sale } from '#contract/market/sales.ts'
import { formatMoney } from '#contract/money/money.ts'
import { recordChange, type States } from '#server/core/audit.ts'
import type { Person } from '#server/core/caller.ts'
import type { Db } from '#server/db/write.ts'
import { findDay } from '#server/features/calendar/choose-day.ts'
import { findSale } from './list-sales.ts'
import { bodyOf } from './read-command.ts'
import { readNames } from './read-names.ts'

type AppliedCommand = {
  command: MarketCommand
  person: Pick<Person, 'id'>
  at: Date
  history: States | undefined
}

export async function recordCommand(
  tx: Db,
  { command, person, at, history }: AppliedCommand,
): Promise<void> {
  const { madeAt, by = person.id } = command
  const said = describeCommand(bodyOf(command), await readNames(tx, productsIn(command)))
  const sale = command.kind === 'void-sale' ? await findSale(tx, command.target) : null
  const note = sale ? `${said}: ${describeSale(sale)}` : said
  const subject = subjectOf(command)
  const day = await namesOfDay(tx, command, subject)
  const after = { note, madeAt, by, ...day, ...history?.after }
  await recordChange(tx, { action: 'noted', subject, before: history?.before ?? null, after }, at)
}

async function namesOfDay(tx: Db, { marketDayId }: MarketCommand, subject: string) {
  const day = subject.startsWith('day:') ? await findDay(tx, marketDayId ?? 0) : null
  return day ? { day: day.day, place: day.place.name } : {}
}

function describeSale({ lines, total }: Sale): string {
  const goods = lines.map(({ units, name }) => `${units} × ${name}`).join(', ')
  return `${goods} for ${formatMoney(total)}`
}

function subjectOf(command: MarketCommand): SubjectOf<'order' | 'sale' | 'day'> {
  if ('order' in command) return `order:${command.order.id}`
  if (command.kind === 'sell') return `sale:${command.id}`
  if (command.kind === 'void-sale') return `sale:${command.target}`
  return `day:${command.marketDayId}`
}
