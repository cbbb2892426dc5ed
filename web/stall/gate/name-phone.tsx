import { type FormEvent, useState } from 'react'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { Grant } from '../load-day.ts'
import { grantPhone } from './gate-calls.ts'
import { GateCard } from './gate-card.tsx'

type NamePhoneProps = { label: string; onDone: (days: Grant['days']) => void }

export function NamePhone({ label, onDone }: NamePhoneProps) {
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('label') ?? '').trim()
    if (name === '') return setRefused('Please give the phone a name.')
    setIsBusy(true)
    await grantPhone(name).then(onDone, (failure) => setRefused(sentenceOf(failure)))
    setIsBusy(false)
  }
  return (
    <GateCard title="Which phone is this?">
      <form noValidate className="grid gap-4" onSubmit={send}>
        <TextField
          label="Name of this phone"
          name="label"
          defaultValue={label}
          placeholder="Phone 1"
          maxLength={40}
          autoComplete="off"
          hint="The desk shows this name, in case the phone gets lost."
          required
          error={refused}
          onInput={() => setRefused(undefined)}
        />
        <Button type="submit" size="lg" busy={isBusy}>
          Continue
        </Button>
      </form>
    </GateCard>
  )
}
