import { formatDollars, toCents } from '#contract/money/money.ts'
import { TextField } from '#web/ui/field.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { Segments } from '../shared/segments.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { useHasMail } from '../shared/use-has-mail.ts'
import { decideOwn, isNobodyShort, RULES, takesOff, WHERE } from './short-draft.ts'
import { type EditedShort, ShortRow } from './short-row.tsx'

const OF_THE_REST = 'What happens to the goods that nobody gets?'

export function ShortFields(edited: EditedShort) {
  const { plan, form, onForm } = edited
  return (
    <div className="grid gap-4">
      <Segments
        label="Who gets how many?"
        name="rule"
        options={RULES}
        value={form.rule}
        onChoose={(rule) =>
          onForm((now) => (rule === 'own' ? decideOwn(now, plan) : { ...now, rule }))
        }
      />
      <ol aria-label="Who gets how many" className="border-b border-straw">
        {plan.orders.map((order) => (
          <ShortRow key={order.id} order={order} {...edited} />
        ))}
      </ol>
      {isNobodyShort(plan) ? (
        <p className="font-semibold">Nobody is short.</p>
      ) : (
        <ShortChoices {...edited} />
      )}
    </div>
  )
}

function ShortChoices({ plan, form, onForm }: EditedShort) {
  const hasMail = useHasMail()
  const { orders, substitute, offers, offered } = plan
  const hasSubstitutes = orders.some(
    ({ ifShort, gets, ordered }) => ifShort === 'substitute' && gets < ordered,
  )
  return (
    <>
      {hasSubstitutes && (
        <ToolSelect
          label="Something similar, for whoever asked for it"
          value={substitute ? String(substitute.productId) : ''}
          options={[
            ['', 'Nothing: refund it instead'],
            ...offers.map(
              ({ productId, name, price, stock }) =>
                [
                  String(productId),
                  `${name}, ${formatDollars(toCents(price))} (${stock} in stock)`,
                ] as const,
            ),
          ]}
          onChoose={(value) =>
            onForm((now) => ({ ...now, substituteId: value === '' ? 'none' : Number(value) }))
          }
        />
      )}
      <div className="grid gap-1.5">
        <p aria-hidden="true" className="font-semibold">
          {OF_THE_REST}
        </p>
        <Segments
          label={OF_THE_REST}
          name="goods"
          options={WHERE}
          value={form.goods}
          onChoose={(goods) => onForm((now) => ({ ...now, goods }))}
        />
      </div>
      {offered > 0 && (
        <CheckField
          label={`${offered} more ${offered === 1 ? 'is' : 'are'} still offered for sale: take ${
            offered === 1 ? 'it' : 'them'
          } off the shop`}
          checked={takesOff(form)}
          onChange={(checked) => onForm((now) => ({ ...now, takesOff: checked }))}
        />
      )}
      <TextField
        label="Why"
        name="reason"
        maxLength={200}
        value={form.reason}
        hint={hasMail ? 'The customers read it in the email.' : undefined}
        onChange={({ target }) => onForm((now) => ({ ...now, reason: target.value }))}
      />
    </>
  )
}
