import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatOrders } from '#contract/packing/box-text.ts'
import { type ShortPlan, type ShortTotals, shortHarvest } from '#contract/packing/short-harvest.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { REFRESHED } from '../orders/orders-query.ts'
import { CancelOrSave } from '../shared/cancel-or-save.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'
import { formatListDay, type ListRequest } from './list-address.ts'
import {
  draftOf,
  formatTotals,
  isNobodyShort,
  NOTHING_DECIDED,
  type Short,
  type ShortForm,
  wrongUnits,
} from './short-draft.ts'
import { ShortFields } from './short-fields.tsx'

type ShortDialogProps = DialogProps & { short: Short; request: ListRequest }

export function ShortDialog({ short, request, open, onClose }: ShortDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useDraft('typed', NOTHING_DECIDED)
  const [done, setDone] = useState<ShortTotals | null>(null)
  const { plan, isCurrent, wrong, save } = useSharing(short, request, typed, setDone)
  const onForm = (change: (now: ShortForm) => ShortForm) => {
    save.reset()
    setTyped(change)
  }
  const confirm = () => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalid) invalid.focus()
    else if (plan && isCurrent) save.mutate(plan.confirm)
  }
  if (done && plan) return <ShortDone short={short} plan={plan} done={done} onClose={onClose} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`${short.name}: ${short.have} for ${plan?.need ?? '…'}`}
      description={describe(request, short, plan)}
      isTouched={() => typed !== NOTHING_DECIDED}
      form={form}
      onSubmit={confirm}
      footer={(formId) => (
        <>
          <WhatItDoes plan={plan} wrong={wrong ?? (save.error && sentenceOf(save.error))} />
          <CancelOrSave
            {...{ formId, onClose }}
            label="Do it"
            busy={save.isPending}
            disabled={!isCurrent}
          />
        </>
      )}
    >
      {plan ? (
        <ShortFields plan={plan} form={typed} onForm={onForm} />
      ) : (
        !wrong && <p role="status">Looking at the orders…</p>
      )}
    </FormDialog>
  )
}

function describe(request: ListRequest, { have }: Short, plan: ShortPlan | undefined): string {
  const day = formatListDay(request.params.day)
  if (!plan) return day
  const people = formatOrders(plan.orders.length)
  return `${day} · ${people} · ${Math.max(0, plan.need - have)} short`
}

/** The plan stays on the screen while the next one is asked for, or cannot be made. */
function useSharing(
  short: Short,
  request: ListRequest,
  form: ShortForm,
  onDone: (done: ShortTotals) => void,
) {
  const [id] = useDraft('id', newUuid)
  const draft = draftOf(form, short, id)
  const numbers = wrongUnits(form)
  const preview = useQuery({
    queryKey: [shortHarvest.share.path, request, draft],
    queryFn: () => call(shortHarvest.share, { ...request, body: draft }),
    enabled: numbers === null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const [shown, setShown] = useState<ShortPlan>()
  const now = numbers === null ? preview.data?.plan : undefined
  if (now && now !== shown) setShown(now)
  const save = useChange({
    send: (confirm: string) => {
      const body = { ...draft, reason: form.reason, confirm }
      return call(shortHarvest.share, { ...request, body })
    },
    done: `${short.name} shared out`,
    failed: 'Nothing was changed',
    refreshes: REFRESHED,
    onDone: ({ done }) => done && onDone(done),
  })
  const mutate = (confirm: string) =>
    save.mutate(confirm, { onError: () => void preview.refetch() })
  const wrong = numbers ?? (preview.error && sentenceOf(preview.error))
  return { plan: shown, isCurrent: now !== undefined, wrong, save: { ...save, mutate } }
}

type WhatItDoesProps = { plan: ShortPlan | undefined; wrong: string | null }

function WhatItDoes({ plan, wrong }: WhatItDoesProps) {
  if (wrong)
    return (
      <p role="alert" className="mb-3 font-semibold text-beet">
        {wrong}
      </p>
    )
  if (!plan) return null
  if (isNobodyShort(plan) && plan.totals.takenOff === 0)
    return (
      <p role="status" className="mb-3">
        Nobody is short. This takes calls about it off the list.
      </p>
    )
  return (
    <p role="status" className="mb-3">
      <strong className="block">{formatTotals(plan.totals, plan.substitute?.name)}</strong>
      <span className="text-bark-deep">
        {plan.totals.mails === 0 && plan.totals.changed + plan.totals.ended > 0
          ? 'No email can be sent. '
          : ''}
        Nothing happens until you tap.
      </span>
    </p>
  )
}

type ShortDoneProps = { short: Short; plan: ShortPlan; done: ShortTotals; onClose: () => void }

function ShortDone({ short, plan, done, onClose }: ShortDoneProps) {
  const calls = plan.orders.filter(({ outcome }) => outcome === 'waits')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${short.name}: shared out`}
      footer={
        <Button size="lg" className="w-full" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="flex items-start gap-2.5" role="status">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
        {formatTotals(done, plan.substitute?.name)}
      </p>
      {calls.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">Still to call</h3>
          <p className="text-bark-deep">Their boxes say so until you decide on the harvest list.</p>
          <ul>
            {calls.map(({ id, customerName, ordered, gets, phone }) => (
              <li
                key={id}
                className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-straw py-2 wrap-anywhere"
              >
                <span className="grow">
                  <strong className="tabular-nums">#{id}</strong> · {customerName}: {gets} of{' '}
                  {ordered}
                </span>
                {phone ? <PhoneLink number={phone} /> : 'no phone number'}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
