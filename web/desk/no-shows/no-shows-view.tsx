import { skipToken, useQuery } from '@tanstack/react-query'
import { keysOf } from '#contract/changed-fields.ts'
import {
  type DecidedNoShow,
  type MissedDay,
  type NoShow,
  type NoShowDraft,
  noShows,
} from '#contract/market/no-shows.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CONCERNED, calendarQuery } from '../calendar/calendar-query.ts'
import { REFRESHED } from '../orders/orders-query.ts'
import { CardList, CardRow, ListEmpty, QueryStates } from '../shared/card.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { DialogAt, type DialogProps, openDialog, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn, type FieldErrors, useCheckedForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { Notice } from '../shared/notice.tsx'
import { QuestionButton } from '../shared/question-button.tsx'
import { type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import {
  CHOICES,
  daysToMove,
  effectsOf,
  type NamedDecision,
  NOTHING_CHOSEN,
  suggestedMessage,
  type TypedDecision,
} from './no-show-text.ts'

export function NoShowsView({ dayId }: { dayId: number }) {
  return (
    <QueryStates
      loading="Looking for orders that were not picked up…"
      failed="The orders could not be loaded."
      query={useQuery(noShowsQuery)}
    >
      {(days) =>
        days.length === 0 ? (
          <ListEmpty text="No market has closed with boxes left." />
        ) : (
          <div className="grid gap-6">
            <p className="text-bark-deep">
              Nothing happens to these orders by itself. Money that was paid stays, unless you
              cancel one.
            </p>
            {days.map((day) => (
              <OneDay key={day.id} day={day} isHere={day.id === dayId} />
            ))}
          </div>
        )
      }
    </QueryStates>
  )
}

function OneDay({ day, isHere }: { day: MissedDay; isHere: boolean }) {
  return (
    <section aria-label={`${day.placeName}, ${formatDay(day.day)}`}>
      <h3 className="mb-2 text-xl">
        {formatDay(day.day)} · {day.placeName}
      </h3>
      <p className="mb-2 text-bark-deep">
        Did somebody come after all?{' '}
        <TextLink href={isHere ? '#hand-out' : `/admin/stall?day=${day.id}#hand-out`}>
          Hand it out
        </TextLink>
      </p>
      <div className="mb-3 grid gap-2 empty:hidden">
        {day.unheard.map((phone) => (
          <OnePhone key={phone.id} day={day} phone={phone} />
        ))}
      </div>
      <CardList>
        {day.orders.map((order) => (
          <NoShowRow key={order.id} day={day} order={order} />
        ))}
      </CardList>
    </section>
  )
}

function NoShowRow({ day, order }: { day: MissedDay; order: NoShow }) {
  const address = `close/no-shows/${order.id}`
  const { id, customerName, customerPhone, items, boxes, isKept, keptUntil } = order
  const goods = items.map(({ units, name }) => `${units} × ${name}`).join(', ')
  const choose = isKept ? 'Choose again' : 'No-show: choose'
  return (
    <CardRow className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a
          href={`/admin#orders/${id}`}
          className="inline-flex min-h-11 min-w-11 items-center text-xl font-semibold tabular-nums underline underline-offset-4"
        >
          #{id}
        </a>
        <span className="text-lg font-semibold wrap-anywhere">{customerName}</span>
        {order.isUnpaid && <NotPaidMark />}
        {customerPhone && (
          <PhoneLink number={customerPhone} className="inline-flex min-h-11 items-center" />
        )}
      </div>
      <p className="wrap-anywhere text-bark-deep">
        {formatBoxes(boxes)} · {goods}
      </p>
      {keptUntil && (
        <p className={isKept ? 'font-semibold text-leaf-deep' : 'font-semibold text-yolk-deep'}>
          {isKept ? `Kept until ${formatDay(keptUntil)}` : `Was kept until ${formatDay(keptUntil)}`}
        </p>
      )}
      <div>
        <Button
          variant={isKept ? 'quiet' : 'sprout'}
          aria-label={`${choose}, order ${id}`}
          onClick={() => openDialog(address)}
        >
          {choose}
        </Button>
      </div>
      <DialogAt address={address} holds="customers">
        {(dialog) => <NoShowDialog day={day} order={order} {...dialog} />}
      </DialogAt>
    </CardRow>
  )
}

const noShowsQuery = { ...query(noShows.list), staleTime: 0 }

function OnePhone({ day, phone }: { day: MissedDay; phone: MissedDay['unheard'][number] }) {
  const { formatMoment } = useFarmDates()
  const { label, heardAt, waiting } = phone
  const params = { id: String(day.id) }
  const contact = heardAt
    ? `was last heard from on ${formatMoment(heardAt)}`
    : 'was never heard from'
  const more = waiting > 0 ? ` and has ${waiting} more to send` : ''
  return (
    <div className="grid gap-2">
      <Notice tone="warning">
        {label} {contact}
        {more}. It may know who came: connect it to the internet before you choose.
      </Notice>
      <QuestionButton
        address={`close/no-shows/without-${phone.id}`}
        button={{ className: 'justify-self-start', children: `Go on without ${label}` }}
        title={`Go on without ${label}?`}
        confirmLabel="Go on without it"
        busyLabel="Go on without it"
        cancelLabel="Wait for it"
        send={() => call(noShows.goOnWithout, { params, body: { phoneId: phone.id } })}
        done={`You go on without ${label}`}
        failed="Nothing was decided"
        refreshes={[noShows.list]}
      >
        Then you can choose what happens to these orders. What {label} sends later still counts, and
        you are shown whatever does not fit.
      </QuestionButton>
    </div>
  )
}

type NoShowDialogProps = DialogProps & { day: MissedDay; order: NoShow }

function NoShowDialog({ day, order, open, onClose }: NoShowDialogProps) {
  const [id] = useDraft('id', newUuid)
  const [chosen, setTyped] = useDraft('typed', NOTHING_CHOSEN)
  const days = daysToMove(day, useQuery(calendarQuery).data, new Date())
  const typed = { ...chosen, moveTo: chosen.moveTo || (days[0]?.[0] ?? '') }
  const [label = ''] = days.flatMap(([id, text]) => (id === typed.moveTo ? [text] : []))
  const suggested = suggestedMessage({ typed, day, order, moveLabel: label })
  const message = order.canNotifyBuyer ? (typed.message ?? suggested) : ''
  const checked = noShows.decide.body.safeParse({ id, ...bodyOf(typed), message })
  const { plan, save } = useDeciding(order, checked.data, onClose)
  const { form, send, errors } = useCheckedForm(save)
  const confirm = () =>
    send(
      errorsIn(checked),
      // Without a revision it would only be looked at.
      plan.data && checked.data && { ...checked.data, revision: plan.data.revision },
    )
  return (
    <FormDialog
      open={open}
      title={`Order #${order.id} was not picked up`}
      description={`${order.customerName} · ${formatDay(day.day)} · ${day.placeName}`}
      onClose={onClose}
      isTouched={() => typed.message !== null}
      form={form}
      onSubmit={confirm}
      cancelLabel="Not now"
      wrong={plan.error && sentenceOf(plan.error)}
      effect={<WhatItDoes order={order} plan={plan.data} typed={{ ...typed, moveLabel: label }} />}
      save={{
        label: typed.decision === null ? 'Save' : CHOICES[typed.decision].save,
        busy: save.isPending,
        disabled: typed.decision !== null && plan.isPending && plan.isFetching,
      }}
    >
      <NoShowFields
        order={order}
        days={days}
        typed={typed}
        message={message}
        errors={errors}
        onType={setTyped}
      />
    </FormDialog>
  )
}

function bodyOf(typed: TypedDecision) {
  const { decision, keepUntil, moveTo, goods, refusesPickupPay } = typed
  return {
    decision: decision ?? '',
    ...(decision === 'keep' && keepUntil ? { keepUntil } : {}),
    ...(decision === 'next_day' && moveTo ? { moveTo: Number(moveTo) } : {}),
    ...(decision === 'cancel' ? { goods } : {}),
    ...(refusesPickupPay ? { refusesPickupPay } : {}),
  }
}

function useDeciding(order: NoShow, draft: NoShowDraft | undefined, onClose: () => void) {
  const decide = (body: NoShowDraft) =>
    call(noShows.decide, { params: { id: String(order.id) }, body })
  const plan = useQuery({
    queryKey: [noShows.decide.path, order.id, { ...draft, message: draft?.message === '' }],
    queryFn: draft ? () => decide(draft) : skipToken,
    staleTime: 0,
    gcTime: 0,
  })
  const save = useChange({
    send: (body: NoShowDraft) => {
      const saved = decide(body)
      saved.catch(() => plan.refetch())
      return saved
    },
    done: `Order #${order.id} is decided`,
    failed: 'Nothing was decided',
    refreshes: [noShows.list, ...REFRESHED, ...CONCERNED],
    onShown: onClose,
  })
  return { plan, save }
}

type WhatItDoesProps = { order: NoShow; plan: DecidedNoShow | undefined; typed: NamedDecision }

function WhatItDoes({ order, plan, typed }: WhatItDoesProps) {
  if (!plan) return null
  const mustCall = order.customerPhone ? ` Please call ${order.customerPhone}.` : ''
  return (
    <div role="status" className="mb-3">
      <p className="font-semibold">{effectsOf(plan, typed, order).join(' ')}</p>
      <p className="text-bark-deep">
        {plan.notifiesBuyer
          ? `${order.customerName} gets one email about it.`
          : `Nobody is told by email.${mustCall}`}
      </p>
    </div>
  )
}

type NoShowFieldsProps = {
  order: NoShow
  days: ToolOptions
  typed: TypedDecision
  message: string
  errors: FieldErrors
  onType: (typed: TypedDecision) => void
}

function NoShowFields(props: NoShowFieldsProps) {
  const { order, typed, message, errors, onType } = props
  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">What now?</legend>
        {keysOf(CHOICES).map((decision) => (
          <ChoiceCard
            key={decision}
            name="decision"
            value={decision}
            label={CHOICES[decision].label}
            note={CHOICES[decision].note}
            checked={typed.decision === decision}
            onChoose={() => onType({ ...typed, decision })}
          />
        ))}
        {errors.decision && typed.decision === null && (
          <p className="font-semibold text-beet">{errors.decision}</p>
        )}
      </fieldset>
      <div key={typed.decision} ref={showField} className="empty:hidden">
        <ChosenFields {...props} />
      </div>
      {order.orderedOnline && typed.decision !== null && (
        <CheckField
          label="No pay at pickup for this customer any more"
          checked={typed.refusesPickupPay}
          onChange={(refusesPickupPay) => onType({ ...typed, refusesPickupPay })}
        />
      )}
      {typed.decision !== null && order.canNotifyBuyer && (
        <TextAreaField
          label="What the buyer reads"
          hint={typed.decision === 'cancel' ? IN_EMAIL : `${IN_EMAIL} ${OR_NOBODY}`}
          name="message"
          maxLength={1000}
          rows={4}
          value={message}
          error={errors.message}
          onChange={({ target }) => onType({ ...typed, message: target.value })}
        />
      )}
    </div>
  )
}

/** On a phone it is below the four choices, where nobody sees it. */
const showField = (field: HTMLElement | null) => field?.scrollIntoView?.({ block: 'center' })

const IN_EMAIL = 'It goes in the email.'
const OR_NOBODY = 'If you leave it empty, nobody is told.'

function ChosenFields({ days, typed, errors, onType }: NoShowFieldsProps) {
  if (typed.decision === 'keep')
    return (
      <TextField
        label="Keep it until"
        required
        type="date"
        name="keepUntil"
        value={typed.keepUntil}
        error={errors.keepUntil}
        onChange={({ target }) => onType({ ...typed, keepUntil: target.value })}
      />
    )
  if (typed.decision === 'next_day')
    return (
      <div className="grid gap-1">
        <ToolSelect
          label="Move it to"
          value={typed.moveTo}
          options={days.length > 0 ? days : [['', 'There is no market day to come']]}
          onChoose={(moveTo) => onType({ ...typed, moveTo })}
        />
        {errors.moveTo && <p className="font-semibold text-beet">{errors.moveTo}</p>}
      </div>
    )
  if (typed.decision !== 'cancel') return null
  return (
    <ToolSelect
      label="Its goods"
      value={typed.goods}
      options={[
        ['missing', 'are gone, or can’t be sold anymore'],
        ['sellable', 'can still be sold'],
      ]}
      onChoose={(goods) => onType({ ...typed, goods: goods === 'sellable' ? goods : 'missing' })}
    />
  )
}
