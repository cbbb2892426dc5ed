import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { formatCutoff } from '#contract/calendar/day-text.ts'
import { type Cents, cents, formatDollars, sum, toCents } from '#contract/money/money.ts'
import { shareOf } from '#contract/money/standing.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { receiptQuery } from '#web/api/page-queries.ts'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { rememberRoom } from '#web/shop/cart/placed-store.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { changeByLink } from './change-by-link.ts'

type PlansProps = { receipt: Receipt; secret: string; until: string }

/** For fewer goods or none at all; for more, the buyer adds to the order. */
export function PlansChanged({ receipt, secret, until }: PlansProps) {
  const canRun = useHydrated()
  const setting = useSettings()
  const phone = setting('contact_phone')
  if (!canRun || Date.parse(until) <= Date.now()) return null
  const end = formatUntil(until, receipt.marketDay, setting('time_zone'))
  const isPaid = !receipt.balance
  const deed = receipt.mayChange
    ? `take things off this order or cancel it here ${end}${isPaid ? ', and we’ll refund you for them' : ''}. To swap, take something off first, then add to this order.`
    : `cancel this order here ${end}${isPaid ? ', and we’ll refund you in full' : ''}.`
  return (
    <footer className="border-t border-dashed border-bark py-5">
      <h2 className="text-lg">Plans changed?</h2>
      <p className="mb-3">
        You can {deed} After that, please call us{phone && ` at ${phone}`}.
      </p>
      <ChangeForm receipt={receipt} secret={secret} />
    </footer>
  )
}

/** `until Friday, 11:59 PM` at the ordering cutoff, otherwise `until Nov 20, 11:00 AM`. */
function formatUntil(until: string, day: Receipt['marketDay'], timeZone: string): string {
  const { dayOf, formatMoment } = farmDates(timeZone)
  const today = dayOf(new Date().toISOString())
  const reading = { today, writtenOn: today }
  return `until ${day?.orderUntil === until ? formatCutoff(day, timeZone, reading) : formatMoment(until)}`
}

type Line = NonNullable<Receipt['mayChange']>['lines'][number] & { off: number }

function ChangeForm({ receipt, secret }: Omit<PlansProps, 'until'>) {
  const client = useQueryClient()
  const { queryKey } = receiptQuery(secret)
  const [off, setOff] = useState<Readonly<Record<number, number>>>({})
  const [isPending, setPending] = useState(false)
  // All of an order can't be brought back: Enter in the email field alone must not cancel it.
  const [isAsked, setAsked] = useState(false)
  const [refused, setRefused] = useState<string>()
  // The same request keeps its ID, so that a second try changes nothing more.
  const wish = useRef({ off, id: '' })
  const { mayChange } = receipt
  const lines = (mayChange?.lines ?? []).map((line) => {
    return { ...line, off: Math.min(off[line.productId] ?? 0, line.units) }
  })
  const fewer = lines.filter((line) => line.off > 0)
  const change = mayChange && fewer.length > 0 && lines.some((line) => line.off < line.units)
  const bodyFor = (email: string) => {
    if (!change) return { email }
    if (wish.current.off !== off || !wish.current.id) wish.current = { off, id: newUuid() }
    const taken = fewer.map((line) => ({ productId: line.productId, units: -line.off }))
    return { id: wish.current.id, email, lines: taken, revision: mayChange.revision }
  }
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!change && !isAsked) return setAsked(true)
    setPending(true)
    const answer = await submit(secret, bodyFor(String(new FormData(form).get('email'))))
    setPending(false)
    setAsked(false)
    if (typeof answer === 'string') {
      setRefused(answer)
      // The order may have changed meanwhile.
      void client.refetchQueries({ queryKey })
      return form.querySelector('input')?.focus()
    }
    rememberRoom(window.innerWidth, 0)
    setOff({})
    client.setQueryData(queryKey, answer)
    if (change) toast({ title: 'Your order is changed' })
    else announce('Your order is canceled.')
    document.querySelector('h1')?.focus()
  }
  const [press, busy] = change
    ? ['Save my changes', 'Saving...']
    : [isAsked ? 'Yes, cancel my order' : 'Cancel my order', 'Canceling...']
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <ul>
        {lines.map(({ productId, name, units, off: taken }) => (
          <li key={productId} className="flex flex-wrap items-center justify-between gap-3 py-1">
            <span className="min-w-0 flex-1 basis-28 wrap-anywhere">{name}</span>
            <QuantityStepper
              name={name}
              quantity={units - taken}
              min={0}
              max={units}
              onStep={(by) => {
                setAsked(false)
                setOff((now) => ({ ...now, [productId]: taken - by }))
              }}
              className="flex min-w-0 items-center rounded-full border-[1.5px] border-bark bg-field"
            />
          </li>
        ))}
      </ul>
      <TextField
        label="Email address of your order"
        error={refused}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        required
        onInput={() => {
          setAsked(false)
          setRefused(undefined)
        }}
      />
      <p role="status" className="font-semibold empty:hidden">
        {change
          ? moneyOf(fewer, receipt)
          : isAsked && `Cancel the whole order? ${moneyOfAll(receipt)}`}
      </p>
      <Button
        type="submit"
        variant={change || isAsked ? 'primary' : 'quiet'}
        busy={isPending}
        className="justify-self-start"
      >
        <span>{isPending ? busy : press}</span>
      </Button>
    </form>
  )
}

/** What the shop refunds for it: units of different prices each have an equal share. */
function moneyOf(fewer: readonly Line[], { balance, testMode, total, refunded }: Receipt): string {
  const worth = fewer.map(({ units, amount, off }) =>
    cents(shareOf({ quantity: units, cents: toCents(amount) }, off)),
  )
  if (balance) return `You pay ${formatDollars(sum(...worth))} less.`
  const left = cents(toCents(total) - toCents(refunded))
  return refundText(cents(Math.min(sum(...worth), left)), testMode)
}

function moneyOfAll({ balance, testMode, total, refunded }: Receipt): string {
  return balance ? '' : refundText(cents(toCents(total) - toCents(refunded)), testMode)
}

function refundText(back: Cents, testMode: boolean): string {
  const sum = formatDollars(back)
  return testMode ? `A real order would get ${sum} back.` : `We’ll refund ${sum} to your card.`
}

async function submit(secret: string, body: Parameters<typeof changeByLink>[1]) {
  const code = await import('./change-by-link.ts').catch(() => null)
  return code ? code.changeByLink(secret, body) : SOMETHING_WENT_WRONG
}
