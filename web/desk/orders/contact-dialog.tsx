import { z } from 'zod/mini'
import { changedFields } from '#contract/changed-fields.ts'
import { deskOrders, type OrderDetail, orderContact } from '#contract/orders/desk-orders.ts'
import { call } from '#web/api/call.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { useHasMail } from '../shared/desk-session.ts'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { REFRESHED } from './orders-query.ts'

export function ContactDialog({ order, open, onClose }: DialogProps & { order: OrderDetail }) {
  const [loaded] = useDraft('opened', () => ({ ...contactOf(order), revision: order.revision }))
  const { revision, ...before } = loaded
  const [typed, setTyped] = useDraft('typed', before)
  const changed = changedFields(before, typed)
  const save = useChange({
    send: (contact: typeof changed) =>
      call(deskOrders.changeContact, {
        params: { id: String(order.id) },
        body: { ...contact, revision },
      }),
    done: ({ id }) => ({ title: `Contact info of order #${id} saved` }),
    failed: 'The contact was not saved',
    refreshes: REFRESHED,
    onShown: onClose,
  })
  const { form, send, errors } = useCheckedForm(save)
  const submit = () => send(errorsIn(z.safeParse(orderContact, changed)), changed)
  const wired = wiredTo({ typed, onType: setTyped, errors })
  const isMailed = useHasMail() && changed.email !== undefined && order.status !== 'cancelled'
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Contact of order #${order.id}`}
      isTouched={() => Object.keys(changed).length > 0}
      form={form}
      onSubmit={submit}
      save={{ label: 'Save', busy: save.isPending }}
    >
      <div className="grid gap-5">
        <TextField label="Name" required maxLength={120} {...wired('name')} />
        <TextField
          label="Email"
          required={before.email !== ''}
          type="email"
          maxLength={254}
          hint={isMailed ? 'The confirmation is sent to this address.' : undefined}
          {...wired('email')}
        />
        <TextField label="Phone" type="tel" maxLength={40} {...wired('phone')} />
        <TextAreaField label="Customer’s note" maxLength={2000} {...wired('notes')} />
      </div>
    </FormDialog>
  )
}

function contactOf({ customerName, customerEmail, customerPhone, notes }: OrderDetail) {
  return {
    name: customerName,
    email: customerEmail,
    phone: customerPhone ?? '',
    notes: notes ?? '',
  }
}
