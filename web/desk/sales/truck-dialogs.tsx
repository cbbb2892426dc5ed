import { sales } from '#contract/sales.ts'
import { type Truck, type TruckProduct, trucks } from '#contract/truck.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { TextField } from '#web/ui/field.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'
import { stateOf } from './truck-text.ts'

type TruckDialogProps = DialogProps & { truck: Truck; line: TruckProduct }

export function TakeDialog({ truck, line, ...dialog }: TruckDialogProps) {
  const first = { take: String(line.taken) }
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', first)
  const params = { id: String(truck.marketDay.id) }
  const save = useChange({
    send: (body: ReturnType<typeof bodyOf>) => call(trucks.load, { params, body }),
    done: `${line.name} is noted`,
    failed: 'The truck was not noted',
    refreshes: [trucks.show, sales.choices],
    onShown: dialog.onClose,
  })
  const bodyOf = () => ({
    id,
    goods: [{ productId: line.productId, take: typedNumber(typed.take) }],
  })
  const checked = useCheckedForm(save)
  return (
    <FormDialog
      {...dialog}
      title={`Take ${line.name}`}
      description={stateOf(line)}
      isTouched={() => typed.take !== first.take}
      form={checked.form}
      onSubmit={() => checked.send(errorsIn(trucks.load.body.safeParse(bodyOf())), bodyOf())}
      save={{ label: 'Save', busy: save.isPending }}
    >
      <TextField
        label="How many ride along in all"
        required
        name="goods.0.take"
        inputMode="numeric"
        autoComplete="off"
        hint={`By the books ${line.most} can ride along; you may take more. They are not for sale in the shop meanwhile.`}
        onFocus={({ target }) => target.select()}
        value={typed.take}
        error={checked.errors['goods.0.take']}
        onChange={({ target }) => setTyped({ take: target.value })}
      />
    </FormDialog>
  )
}

function forSaleAgain({ taken, loaded }: TruckProduct): string {
  if (taken <= loaded) return 'They are for sale in the shop at once.'
  return `The books had only ${loaded} of the ${taken} that rode along, so no more than that can come back for sale. Count the stock at home to sell the rest.`
}

export function HomeDialog({ truck, line, ...dialog }: TruckDialogProps) {
  const first = { back: String(line.back), waste: String(line.waste) }
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', first)
  const params = { id: String(truck.marketDay.id) }
  const save = useChange({
    send: (body: ReturnType<typeof bodyOf>) => call(trucks.home, { params, body }),
    done: `${line.name} came home`,
    failed: 'What came home was not noted',
    refreshes: [trucks.show, sales.choices],
    onShown: dialog.onClose,
  })
  const goods = { back: typedNumber(typed.back), waste: typedNumber(typed.waste) }
  const bodyOf = () => ({ id, goods: [{ productId: line.productId, ...goods }] })
  const checked = useCheckedForm(save)
  const rest = Math.max(0, line.taken - line.sold)
  const field = (name: 'back' | 'waste', label: string, hint: string) => (
    <TextField
      label={label}
      required
      name={`goods.0.${name}`}
      inputMode="numeric"
      autoComplete="off"
      hint={hint}
      onFocus={({ target }) => target.select()}
      value={typed[name]}
      error={checked.errors[`goods.0.${name}`]}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  return (
    <FormDialog
      {...dialog}
      title={`${line.name} came home`}
      description={`${line.taken} rode along, ${line.sold} were sold: ${rest} should come home.`}
      isTouched={() => typed.back !== first.back || typed.waste !== first.waste}
      form={checked.form}
      onSubmit={() => checked.send(errorsIn(trucks.home.body.safeParse(bodyOf())), bodyOf())}
      save={{ label: 'Save', busy: save.isPending }}
    >
      <div className="grid gap-4">
        {field('back', 'Can be sold again', `In all. ${forSaleAgain(line)}`)}
        {field('waste', 'Waste', 'In all. They count as waste in your figures.')}
      </div>
    </FormDialog>
  )
}
