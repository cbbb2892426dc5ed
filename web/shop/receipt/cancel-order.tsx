import { type SubmitEvent, useState } from 'react'
import { farmDates } from '#contract/date-format.ts'
import { receiptQuery } from '#web/api/page-queries.ts'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { useQueryClient } from '#web/api/use-query.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type CancelProps = { secret: string; until: string }

/** For an order that the farm moved to another day: its buyer may cancel for a while. */
export function CancelOrder({ secret, until }: CancelProps) {
  const canRun = useHydrated()
  const { formatMoment } = farmDates(useSettings()('time_zone'))
  if (!canRun || Date.parse(until) <= Date.now()) return null
  return (
    // A footer, which is not printed.
    <footer className="border-t border-dashed border-bark py-5">
      <h2 className="text-lg">We moved your order to another day</h2>
      <p className="mb-3">
        If this does not work for you, you can cancel until {formatMoment(until)}. We will refund
        you in full.
      </p>
      <CancelForm secret={secret} />
    </footer>
  )
}

function CancelForm({ secret }: { secret: string }) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setPending(true)
    const answer = await cancel(secret, email)
    setPending(false)
    if (typeof answer === 'string') return setRefused(answer)
    client.setQueryData(receiptQuery(secret).queryKey, answer)
  }
  return (
    <form onSubmit={send} className="grid gap-3">
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
