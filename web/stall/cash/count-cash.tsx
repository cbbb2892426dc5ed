import { type SubmitEvent, useState } from 'react'
import { formatDifference } from '#contract/cash-text.ts'
import { formatDollars, toDollars } from '#contract/money.ts'
import type { StallDay } from '#contract/stall.ts'
import { typedDollars } from '#contract/typed-numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { CountedField } from '#web/ui/sale/cash-fields.tsx'
import { useStallDraft } from '../use-stall.ts'

export function CountCash({ day }: { day: StallDay }) {
  const key = `count ${day.marketDay.id}`
  const [typed, setTyped, send] = useStallDraft(key, { counted: '', note: '' })
  const [isTried, setTried] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const counted = typedDollars(typed.counted)
  const isAmount = counted !== null && counted >= 0
  const difference = isAmount ? formatDifference(toDollars(counted), day.cash.expected) : null
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (!isAmount) return
    if (!(await send({ kind: 'count-cash', ...typed }))) return
    setTried(false)
    setNotice(`Counted ${formatDollars(counted)}. ${difference}. Saved on this phone.`)
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-3">
      <CountedField
        value={typed.counted}
        error={isTried && !isAmount ? 'An amount, such as 241.00.' : undefined}
        difference={difference}
        onType={(text) => {
          setNotice(null)
          setTyped({ ...typed, counted: text })
        }}
      />
      {typed.counted !== '' && (
        <TextField
          label="Note"
          name="note"
          maxLength={200}
          value={typed.note}
          onChange={({ target }) => setTyped({ ...typed, note: target.value })}
        />
      )}
      <Button type="submit" size="lg">
        Write down the count
      </Button>
      {notice && (
        <p role="status" className="text-center">
          {notice}
        </p>
      )}
    </form>
  )
}
