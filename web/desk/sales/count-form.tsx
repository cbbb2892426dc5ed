import { type CashBox, cashBoxes } from '#contract/cash-box.ts'
import { formatDifference } from '#contract/cash-text.ts'
import { toDollars } from '#contract/money.ts'
import { typedDollars } from '#contract/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { CountedField } from '#web/ui/sale/cash-fields.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import { useChange } from '../shared/use-change.ts'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'

export function CountForm({ box }: { box: CashBox }) {
  const book = useDraftBook(`market/cash/${box.marketDay.id}/count`, 'customers')
  const [typed, setTyped] = useDraft('typed', { counted: '', note: '' }, book)
  const [id] = useDraft('id', newUuid, book)
  const params = { id: String(box.marketDay.id) }
  const save = useChange({
    send: (body: { id: string; counted: string; note: string }) =>
      call(cashBoxes.count, { params, body }),
    done: 'The count is written down',
    failed: 'The count was not saved',
    refreshes: [cashBoxes.show],
    onDone: book.forget,
  })
  const checked = useCheckedForm(save)
  const counted = typedDollars(typed.counted)
  const submit = () => {
    const body = { id, ...typed }
    checked.send(errorsIn(cashBoxes.count.body.safeParse(body)), body)
  }
  return (
    <form
      ref={checked.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid gap-3"
    >
      <CountedField
        value={typed.counted}
        error={checked.errors.counted}
        difference={counted !== null && formatDifference(toDollars(counted), box.expected)}
        onType={(text) => setTyped({ ...typed, counted: text })}
      />
      <TextField
        label="Note"
        name="note"
        maxLength={200}
        value={typed.note}
        error={checked.errors.note}
        onChange={({ target }) => setTyped({ ...typed, note: target.value })}
      />
      <Button type="submit" size="lg" busy={save.isPending}>
        {box.counts.length > 0 ? 'Write down another count' : 'Write down the count'}
      </Button>
    </form>
  )
}
