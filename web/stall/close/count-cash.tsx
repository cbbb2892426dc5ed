import { type SubmitEvent, useState } from 'react'
import { formatDifference } from '#contract/market/cash-text.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { formatDollars, toDollars } from '#contract/money/money.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActBar } from '../frame/act-bar.tsx'
import { useStallDraft } from '../use-stall.ts'

const FORM = 'count-cash'

/** Its button stands at the foot of the page, apart from its fields. */
export function useCount(day: StallDay) {
  const key = `count ${day.marketDay.id}`
  const [typed, setTyped, send] = useStallDraft(key, { counted: '', note: '' })
  const [isTried, setTried] = useState(false)
  const [saved, setSaved] = useState<string | null>(null)
  const counted = typedDollars(typed.counted)
  const isAmount = counted !== null && counted >= 0
  const difference = isAmount ? formatDifference(toDollars(counted), day.cash.expected) : null
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (!isAmount) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    if (!(await send({ kind: 'count-cash', ...typed }))) return
    setTried(false)
    setSaved(`Counted ${formatDollars(counted)}. ${difference}.`)
  }
  const fields = (
    <form
      id={FORM}
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid gap-3 border-t border-straw py-3"
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Counted, in $"
          required
          name="counted"
          inputMode="decimal"
          autoComplete="off"
          className="min-w-0 grow basis-32 text-lg"
          value={typed.counted}
          error={isTried && !isAmount ? 'An amount, such as 241.00.' : undefined}
          onChange={({ target }) => {
            setSaved(null)
            setTyped({ ...typed, counted: target.value })
          }}
        />
        {(difference ?? saved) && (
          <p
            role="status"
            className="flex min-h-12 grow basis-32 items-center rounded-xl bg-yolk-pale px-3 font-semibold text-yolk-deep"
          >
            {difference ?? saved}
          </p>
        )}
      </div>
      {typed.counted !== '' && (
        <TextField
          label="Note"
          name="note"
          maxLength={200}
          value={typed.note}
          onChange={({ target }) => setTyped({ ...typed, note: target.value })}
        />
      )}
    </form>
  )
  const foot = (
    <ActBar>
      {saved && (
        <p role="status" className="text-center">
          {saved} Saved on this phone.
        </p>
      )}
      <Button type="submit" form={FORM} size="lg">
        Save count
      </Button>
    </ActBar>
  )
  return { fields, foot }
}
