import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { type PickupBuyer, pickupBuyers } from '#contract/orders/pickup-buyers.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'

const TRUST = { refused: 'Never', trusted: 'Always' } as const

/** Whom the farmer named: they may pay at pickup whatever the rule says, or not at all. */
export function PickupBuyers() {
  const { data = [] } = useQuery(query(pickupBuyers.list))
  return (
    <div className="grid gap-3 border-t border-straw pt-4">
      <h4 className="font-sans text-base font-semibold tracking-normal">
        Customers who always may, or never
      </h4>
      {data.length > 0 && (
        <ul className="divide-y divide-straw">
          {data.map((buyer) => (
            <BuyerRow key={buyer.email} buyer={buyer} />
          ))}
        </ul>
      )}
      <AddBuyer />
    </div>
  )
}

function BuyerRow({ buyer: { email, trust, note } }: { buyer: PickupBuyer }) {
  const removal = useChange({
    send: () => call(pickupBuyers.remove, { body: { email } }),
    done: `${email} is off the list`,
    failed: 'The list was not changed',
    refreshes: [pickupBuyers.list],
  })
  return (
    <li className="flex items-center gap-3 py-1">
      <span className="min-w-0 grow wrap-anywhere">
        <b>{TRUST[trust]}</b> {email}
        {note && <span className="block text-bark-deep">{note}</span>}
      </span>
      <IconButton
        tip="Take off the list"
        label={`Take ${email} off the list`}
        Icon={X}
        onClick={() => removal.mutate()}
      />
    </li>
  )
}

const NOBODY = { email: '', trust: 'refused' as PickupBuyer['trust'] }

function AddBuyer() {
  const [typed, setTyped] = useDraft('pickup-buyer', NOBODY, useDraftBook('taking-money', 'own'))
  const saving = useChange({
    send: () => call(pickupBuyers.set, { body: { ...typed, note: null } }),
    done: 'Saved',
    failed: 'The list was not changed',
    refreshes: [pickupBuyers.list],
    onShown: () => setTyped(NOBODY),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid items-end gap-3 sm:grid-cols-[1fr_10rem_auto]"
    >
      <TextField
        label="Email of a customer"
        type="email"
        required
        value={typed.email}
        onChange={({ target }) => setTyped({ ...typed, email: target.value })}
      />
      <SelectField
        label="May pay at pickup"
        required
        value={typed.trust}
        options={Object.entries(TRUST)}
        onChange={({ target }) =>
          setTyped({ ...typed, trust: target.value === 'trusted' ? 'trusted' : 'refused' })
        }
      />
      <Button type="submit" variant="quiet" className="h-12" busy={saving.isPending}>
        Add
      </Button>
    </form>
  )
}
