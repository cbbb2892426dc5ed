import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { refreshOrders } from './orders-query.ts'

export function EraseQuestion({ id, ...dialog }: DialogProps & { id: number }) {
  const erasing = useErasePerson(id, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title={`Erase the customer of order #${id}?`}
      confirmLabel={erasing.isPending ? 'Erasing…' : 'Erase permanently'}
      cancelLabel="Keep"
      busy={erasing.isPending}
      onConfirm={() => erasing.mutate()}
    >
      The name, email, phone, address and notes will be erased for good. What was ordered, the
      amounts and the dates stay.
      {erasing.error && (
        <p role="alert" className="mt-3 font-semibold text-beet">
          {sentenceOf(erasing.error)}
        </p>
      )}
    </ConfirmDialog>
  )
}

function useErasePerson(id: number, onErased: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(deskOrders.erasePerson, { params: { id: String(id) } }),
    onSuccess: () => {
      toast({
        title: 'Customer erased',
        description: `Order #${id} no longer shows who placed it.`,
      })
      onErased()
      void refreshOrders(client)
    },
  })
}
