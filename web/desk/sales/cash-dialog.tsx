import { type CashBox, cashBoxes } from '#contract/cash-box.ts'
import { CASH_MOVES, type CashMoveKind } from '#contract/cash-move-labels.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { CashFields } from '#web/ui/sale/cash-fields.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'

const KINDS = ['start', 'paid_out', 'put_in'] as const

export function CashButtons({ box }: { box: CashBox }) {
  const addressOf = (kind: CashMoveKind) => `market/cash/${box.marketDay.id}/${kind}`
  return (
    <div className="flex flex-wrap gap-2">
      {KINDS.map((one) => (
        <Button key={one} variant="quiet" onClick={() => openDialog(addressOf(one))}>
          {CASH_MOVES[one].button}
        </Button>
      ))}
      {KINDS.map((kind) => (
        <DialogAt key={kind} address={addressOf(kind)}>
          {(dialog) => <CashDialog box={box} kind={kind} {...dialog} />}
        </DialogAt>
      ))}
    </div>
  )
}

type CashDialogProps = DialogProps & { box: CashBox; kind: CashMoveKind }

function CashDialog({ box, kind, ...dialog }: CashDialogProps) {
  const { title } = CASH_MOVES[kind]
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', { amount: '', note: '' })
  const params = { id: String(box.marketDay.id) }
  const save = useChange({
    send: (body: { id: string; kind: CashMoveKind; amount: string; note: string }) =>
      call(cashBoxes.move, { params, body }),
    done: 'Saved',
    failed: 'Not saved',
    refreshes: [cashBoxes.show],
    onShown: dialog.onClose,
  })
  const checked = useCheckedForm(save)
  const submit = () => {
    const body = { id, kind, ...typed }
    checked.send(errorsIn(cashBoxes.move.body.safeParse(body)), body)
  }
  return (
    <FormDialog
      {...dialog}
      title={title}
      isTouched={() => typed.amount + typed.note !== ''}
      form={checked.form}
      onSubmit={submit}
      save={{ label: 'Save', busy: save.isPending }}
    >
      <div className="grid gap-4">
        <CashFields {...{ kind, typed }} errors={checked.errors} onType={setTyped} />
      </div>
    </FormDialog>
  )
}
