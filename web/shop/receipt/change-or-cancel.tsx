import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { formatCutoff } from '#contract/calendar/day-text.ts'
import { cents, formatDollars, sum, toCents } from '#contract/money/money.ts'
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
  const deed = receipt.mayChange
    ? `take things off this order or cancel it here ${end}, and we’ll refund them. To swap, take something off first, then add to this order.`
    : `cancel this order here ${end}, and we’ll refund you in full.`
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
    setPending(true)
    const answer = await submit(secret, bodyFor(String(new FormData(form).get('email'))))
    setPending(false)
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
    : ['Cancel my order', 'Canceling...']
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
              onStep={(by) => setOff((now) => ({ ...now, [productId]: taken - by }))}
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
        onInput={() => setRefused(undefined)}
      />
      {change && <p className="font-semibold">{moneyOf(fewer, receipt)}</p>}
      <Button
        type="submit"
        variant={change ? 'primary' : 'quiet'}
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
  const back = formatDollars(cents(Math.min(sum(...worth), left)))
  return testMode ? `A real order would get ${back} back.` : `We’ll refund ${back} to your card.`
}

async function submit(secret: string, body: Parameters<typeof changeByLink>[1]) {
  const code = await import('./change-by-link.ts').catch(() => null)
  return code ? code.changeByLink(secret, body) : SOMETHING_WENT_WRONG
}
