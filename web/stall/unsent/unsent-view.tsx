import {
  CircleDollarSign,
  PackageCheck,
  ShoppingBasket,
  Smartphone,
  Sprout,
  Undo2,
} from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { StallDay } from '#contract/market/stall.ts'
import { cents, formatDollars, toCents } from '#contract/money/money.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { showChange, stallStore } from '../hub.ts'
import { saveAsFile } from '../save-as-file.ts'
import type { Command, OutboxRow } from '../store/stored.ts'
import { sendNow } from '../sync/start-sending.ts'
import { useStall } from '../use-stall.ts'

export function UnsentView() {
  return (
    <div className="grid gap-4 pt-4">
      <h2 className="sr-only">Waiting to sync</h2>
      <HowMany />
      <Waiting />
      <Decisions />
      <OtherPhones />
    </div>
  )
}

const CARD = 'rounded-2xl border border-straw bg-card'

function HowMany() {
  const { outbox, phone, isSending } = useStall()
  const answeredAt = phone?.heardAt
  return (
    <section className={`${CARD} grid gap-4 px-4 py-6 text-center`}>
      <div>
        <p className="font-serif text-6xl leading-none font-semibold">{outbox.length}</p>
        <p className="mt-2 text-lg font-semibold">{unsentText(outbox.length)}</p>
        <p className="text-bark-deep text-pretty">
          {answeredAt
            ? `Last reached the shop at ${formatClock(new Date(answeredAt), new Date())}.`
            : 'The shop was not reached yet.'}{' '}
          {outbox.length > 0 && 'Nothing is lost: each one goes out by itself, once.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 *:grow *:basis-32">
        <Button size="lg" busy={isSending} onClick={() => void sendNow({ byHand: true })}>
          Try now
        </Button>
        <Button size="lg" variant="quiet" disabled={outbox.length === 0} onClick={saveAsFile}>
          Save as a file
        </Button>
      </div>
    </section>
  )
}

function unsentText(count: number): string {
  if (count === 0) return 'waiting: the shop has it all'
  return count === 1 ? 'note is on this phone only' : 'notes are on this phone only'
}

/** How many are shown before a tap shows the rest. */
const SHOWN = 4

function Waiting() {
  const { outbox, sent, day } = useStall()
  const [isWhole, setWhole] = useState(false)
  if (outbox.length === 0) return null
  const newest = outbox.toReversed()
  const rows = isWhole ? newest : newest.slice(0, SHOWN)
  const all = [...sent, ...outbox].map(({ command }) => command)
  return (
    <section aria-label="What waits" className={`${CARD} px-4 py-1`}>
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} text={commandText(row.command, day, all)} />
        ))}
      </ul>
      {newest.length > rows.length && (
        <Button
          variant="plain"
          size="sm"
          className="-ml-3 underline"
          onClick={() => setWhole(true)}
        >
          {newest.length - rows.length} more
        </Button>
      )}
    </section>
  )
}

const ICONS: Record<CommandText['icon'], ComponentType<{ className?: string }>> = {
  ...{ sale: ShoppingBasket, box: PackageCheck, undo: Undo2 },
  ...{ money: CircleDollarSign, goods: Sprout },
}

type RowProps = { row: OutboxRow; text: CommandText }

function Row({ row: { command }, text: { icon, title, note } }: RowProps) {
  const Icon = ICONS[icon]
  return (
    <li className="flex items-center gap-3 border-b border-straw py-2.5 last:border-0">
      <span aria-hidden="true" className="rounded-xl bg-sprout p-2 text-leaf-deep">
        <Icon className="size-5" />
      </span>
      <span className="min-w-0 grow leading-snug wrap-anywhere">
        <strong className="block font-semibold">{title}</strong>
        {note && <span className="block text-[0.9375rem] text-bark-deep">{note}</span>}
      </span>
      <span className="shrink-0 text-[0.9375rem] text-bark-deep">
        {formatClock(new Date(command.madeAt), new Date())}
      </span>
    </li>
  )
}

function OtherPhones() {
  const { day, phone } = useStall()
  const others = (day?.phones ?? []).filter(({ deviceId }) => deviceId !== phone?.deviceId)
  if (others.length === 0) return null
  return (
    <ul aria-label="Other phones" className="rounded-2xl border border-straw bg-card px-4 py-1">
      {others.map(({ deviceId, label, person, waiting, heardAt }) => (
        <li
          key={deviceId}
          className="flex items-center gap-3 border-b border-straw py-3 last:border-0"
        >
          <Smartphone aria-hidden="true" className="size-6 shrink-0 text-bark-deep" />
          <span className="min-w-0 leading-snug wrap-anywhere">
            <strong className="block">
              {label} {person && `(${person})`}
            </strong>
            <span className="text-bark-deep">{formatContact(waiting, heardAt)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `3 waiting when last heard, 11:50 AM` */
function formatContact(waiting: number, heardAt: string | null): string {
  if (!heardAt) return 'It has not said anything yet.'
  const at = formatClock(new Date(heardAt), new Date())
  return waiting === 0
    ? `Nothing waiting when last heard, ${at}`
    : `${waiting} waiting when last heard, ${at}`
}

function Decisions() {
  const { sent, outbox, day, phone } = useStall()
  const rows = sent.filter(({ outcome }) => outcome !== 'applied')
  const all = [...sent, ...outbox].map(({ command }) => command)
  const lost = phone?.lost ?? 0
  return (
    <>
      {lost > 0 && (
        <section className="grid gap-3 rounded-2xl border border-yolk bg-yolk-pale p-4">
          <p>
            {lost === 1 ? 'One tap' : `${lost} taps`} of this phone never reached the shop, and{' '}
            {lost === 1 ? 'is' : 'are'} not on the phone any more. Please tell the farmer.
          </p>
          <Button variant="quiet" className="justify-self-start" onClick={() => void seen()}>
            I have told the farmer
          </Button>
        </section>
      )}
      {rows.length > 0 && (
        <section aria-labelledby="decisions" className="rounded-2xl border border-yolk bg-card p-4">
          <h3 id="decisions" className="text-lg">
            Needs the farmer’s decision
          </h3>
          <ul>
            {rows.map(({ id, command, message }) => (
              <li key={id} className="border-b border-straw py-2.5 last:border-0">
                <strong className="block">{commandText(command, day, all).title}</strong>
                <span className="wrap-anywhere text-bark-deep">
                  {message ?? 'It waits at the desk. The shop keeps it.'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

async function seen(): Promise<void> {
  await (await stallStore()).changePhone({ lost: 0 })
  await showChange()
}

type CommandText = {
  icon: 'sale' | 'box' | 'undo' | 'money' | 'goods'
  title: string
  note: string
}

const said = (icon: CommandText['icon'], title: string, note = ''): CommandText => {
  return { icon, title, note }
}

function commandText(command: Command, day: StallDay | null, all: readonly Command[]): CommandText {
  const [order, box] =
    'order' in command ? [`#${command.order.id}`, boxOf(command.order.id, day)] : ['', '']
  switch (command.kind) {
    case 'give':
      return said('box', `${order} given`, box)
    case 'take-back':
      return said('undo', `${order} taken back`, box)
    case 'pack':
      return said('box', `${order} packed`, box)
    case 'unpack':
      return said('undo', `${order} to pack again`, box)
    case 'weigh':
      return said('goods', `${order} weighed`, weighed(command, day))
    case 'pay':
      return said('money', `${paid(command)} for ${order}`, ways(command))
    case 'pay-back':
      return said('money', `${dollars(command.amount)} given back for ${order}`, command.way)
    case 'sell':
      return sale(command)
    case 'void-sale':
    case 'void-pay':
      return undone(all.find(({ id }) => id === command.target))
    case 'cash-move': {
      const moved = command.move === 'put_in' ? 'Put in' : 'Paid out'
      return said('money', `${moved} ${dollars(command.amount)}`, command.note ?? '')
    }
    case 'cash-start':
      return said('money', 'Change at the start', dollars(command.amount))
    case 'count-cash':
      return said('money', `Counted ${dollars(command.counted)}`, command.note ?? '')
    case 'load':
      return said('goods', 'Put on the truck', goodsOf(command, day))
    case 'unload':
      return said('goods', 'Taken off the truck', goodsOf(command, day))
    case 'came-home':
      return said('goods', 'Came home', returnsText(command.goods))
  }
}

type Goods = { goods: readonly { productId: number; units: number }[] }

function goodsOf({ goods }: Goods, day: StallDay | null): string {
  return goods.map(({ productId, units }) => `${units} × ${nameOf(productId, day)}`).join(', ')
}

function dollars(amount: number | string): string {
  return formatDollars(toCents(amount))
}

type Tenders = { tenders: readonly { way: string; amount: number | string }[] }

function paid({ tenders }: Tenders): string {
  return formatDollars(cents(tenders.reduce((sum, { amount }) => sum + toCents(amount), 0)))
}

function ways({ tenders }: Tenders): string {
  return [...new Set(tenders.map(({ way }) => way))].join(', ')
}

function sale(command: Extract<Command, { kind: 'sell' }>): CommandText {
  const lines = command.lines.length === 1 ? '1 line' : `${command.lines.length} lines`
  if (command.tenders.length === 0) return said('sale', 'Gift', lines)
  return said('sale', `Sale ${paid(command)}`, `${ways(command)} · ${lines}`)
}

function undone(target: Command | undefined): CommandText {
  if (target?.kind === 'sell') return said('undo', `${sale(target).title} undone`, ways(target))
  if (target?.kind === 'pay')
    return said('undo', `${paid(target)} for #${target.order.id} undone`, ways(target))
  return said('undo', 'Undone')
}

function boxOf(id: number, day: StallDay | null): string {
  const box = day?.boxes.find((one) => one.id === id)
  return box ? `${box.shortName} · ${formatBoxes(box.boxes)}` : ''
}

/** `Ham: 3.85 lb` */
function weighed(command: Extract<Command, { kind: 'weigh' }>, day: StallDay | null): string {
  const { order, productId, weight, amount } = command
  const box = day?.boxes.find(({ id }) => id === order.id)
  const item = box?.items.find((one) => one.productId === productId)
  const name = item?.name ?? nameOf(productId, day)
  if (amount !== undefined) return `${name}: ${dollars(amount)}`
  return weight === null
    ? `${name}: not weighed`
    : `${name}: ${weight} ${item?.byWeight?.unit ?? ''}`
}

function nameOf(productId: number, day: StallDay | null): string {
  return day?.products.find(({ id }) => id === productId)?.name ?? `product ${productId}`
}

function returnsText(goods: readonly { back: number; waste: number }[]): string {
  const sum = (of: 'back' | 'waste') => goods.reduce((all, one) => all + one[of], 0)
  return `${sum('back')} back, ${sum('waste')} wasted`
}
