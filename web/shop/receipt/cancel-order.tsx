import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { formatCutoff } from '#contract/calendar/day-text.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { receiptQuery } from '#web/api/page-queries.ts'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { rememberRoom } from '#web/shop/cart/placed-store.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type CancelProps = { secret: string; until: string; marketDay: Receipt['marketDay'] }

/** For as long as the buyer may cancel, with whom to call after it. */
export function CancelOrder({ secret, until, marketDay }: CancelProps) {
  const canRun = useHydrated()
  const setting = useSettings()
  const phone = setting('contact_phone')
  if (!canRun || Date.parse(until) <= Date.now()) return null
  return (
    // A footer, which is not printed.
    <footer className="border-t border-dashed border-bark py-5">
      <h2 className="text-lg">Plans changed?</h2>
      <p className="mb-3">
        You can cancel this order here {formatUntil(until, marketDay, setting('time_zone'))}, and we
        will refund you in full. After that, please call us{phone && ` at ${phone}`}.
      </p>
      <CancelForm secret={secret} />
    </footer>
  )
}

/** `until Friday, 11:59 PM`, as the end of ordering reads; else `until Nov 20, 11:00 AM`. */
function formatUntil(until: string, day: Receipt['marketDay'], timeZone: string): string {
  const { dayOf, formatMoment } = farmDates(timeZone)
  const today = dayOf(new Date().toISOString())
  const reading = { today, writtenOn: today }
  return `until ${day?.orderUntil === until ? formatCutoff(day, timeZone, reading) : formatMoment(until)}`
}

function CancelForm({ secret }: { secret: string }) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email'))
    setPending(true)
    const answer = await cancel(secret, email)
    setPending(false)
    if (typeof answer === 'string') {
      setRefused(answer)
      return form.querySelector('input')?.focus()
    }
    rememberRoom(window.innerWidth, 0)
    client.setQueryData(receiptQuery(secret).queryKey, answer)
    announce('Your order is cancelled.')
    document.querySelector('h1')?.focus()
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
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
      <Button type="submit" variant="quiet" busy={isPending} className="justify-self-start">
        {isPending ? 'Cancelling...' : 'Cancel my order'}
      </Button>
    </form>
  )
}

async function cancel(secret: string, email: string) {
  const code = await import('./cancel-by-link.ts').catch(() => null)
  return code ? code.cancelByLink(secret, email) : SOMETHING_WENT_WRONG
}
