import { Delete } from 'lucide-react'
import { useId, useState } from 'react'
import {
  actionUnits,
  HELPER_ACTIONS,
  MAX_NOTE,
  type StockAction,
} from '#contract/products/stock-journal.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { inputLook, TextField } from '#web/ui/field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn } from '../shared/edit-form.ts'
import { DraftDialog } from '../shared/form-dialog.tsx'
import { Failure } from '../shared/notice.tsx'
import { journalHash, useStockAction } from './stock-query.ts'

type StockDialogProps = DialogProps & { product: { id: number; name: string; stock: number } }

const MAX_DIGITS = 6

export function StockDialog({ product, open, onClose }: StockDialogProps) {
  // One id while it is open: tapping again because no answer came counts once.
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft<string | null>('units', null)
  const [note, setNote] = useDraft('note', '')
  const [error, setError] = useState<string>()
  const change = useStockAction(product, onClose)
  const text = typed ?? '1'
  const type = (next: string) => {
    setError(undefined)
    setTyped(next.replace(/\D/g, '').slice(0, MAX_DIGITS))
  }
  const record = (reason: StockAction) => {
    const wrong = errorsIn(actionUnits.safeParse(typedNumber(text)))['']
    setError(wrong)
    if (!wrong) change.mutate({ id, reason, units: typedNumber(text), note: note.trim() || null })
  }
  return (
    <DraftDialog
      open={open}
      isTouched={() => text !== '1' || note !== ''}
      onClose={onClose}
      title={product.name}
      description={`${product.stock} for sale`}
    >
      <div className="grid gap-3">
        <UnitsField text={text} error={error} onText={type} />
        <NumberKeys
          onDigit={(digit) => type((typed ?? '') + digit)}
          onDelete={() => type(text.slice(0, -1))}
        />
        <ActionButtons busy={change.isPending ? change.variables.reason : null} onAction={record} />
        <TextField
          label="Note"
          value={note}
          maxLength={MAX_NOTE}
          placeholder="such as: split, from the north field"
          onChange={({ target }) => setNote(target.value)}
        />
        <TextLink href={`#${journalHash(product.id)}`} className="w-fit">
          Stock journal
        </TextLink>
      </div>
    </DraftDialog>
  )
}

type UnitsFieldProps = {
  text: string
  error: string | undefined
  onText: (text: string) => void
}

function UnitsField({ text, error, onText }: UnitsFieldProps) {
  const id = useId()
  return (
    <div>
      <input
        aria-label="How many"
        value={text}
        // The keys below replace the phone's keyboard; a laptop's work too.
        inputMode="none"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onText(target.value)}
        className={`h-16 text-center text-3xl! font-bold tabular-nums ${inputLook}`}
      />
      {error && (
        <Failure id={`${id}-error`} className="mt-1.5">
          {error}
        </Failure>
      )}
    </div>
  )
}

type ActionButtonsProps = { busy: StockAction | null; onAction: (reason: StockAction) => void }

const BUTTONS = [
  { reason: 'harvest', label: 'Harvest', sign: '+', variant: 'primary', look: '' },
  { reason: 'waste', label: 'Waste', sign: '−', variant: 'danger', look: '' },
  { reason: 'gift', label: 'Given away', sign: '−', variant: 'quiet', look: 'col-span-2' },
] as const

function ActionButtons({ busy, onAction }: ActionButtonsProps) {
  const isHelper = useIsHelper()
  return (
    <div className="grid grid-cols-2 gap-2">
      {BUTTONS.filter(({ reason }) => !isHelper || HELPER_ACTIONS.includes(reason)).map(
        ({ reason, label, sign, variant, look }) => (
          <Button
            key={reason}
            variant={variant}
            size="lg"
            busy={busy === reason}
            disabled={busy !== null}
            className={look}
            onClick={() => onAction(reason)}
          >
            <span aria-hidden="true">{sign}</span> {label}
          </Button>
        ),
      )}
    </div>
  )
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

const KEY = buttonLook({ variant: 'quiet' }, 'min-h-14 rounded-xl text-xl tabular-nums')

type NumberKeysProps = { onDigit: (digit: string) => void; onDelete: () => void }

function NumberKeys({ onDigit, onDelete }: NumberKeysProps) {
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">Number keys</legend>
      {DIGITS.map((digit) => (
        <button
          key={digit}
          type="button"
          className={digit === '0' ? `${KEY} col-span-2` : KEY}
          onClick={() => onDigit(digit)}
        >
          {digit}
        </button>
      ))}
      <button type="button" className={KEY} onClick={onDelete} aria-label="Delete the last digit">
        <Delete aria-hidden="true" className="size-6" />
      </button>
    </fieldset>
  )
}
