import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import {
  letters,
  PLAN_FIELDS,
  type PlannedLetter,
  type PlanText,
  planText,
  type SentLetter,
} from '#contract/mail/letters.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardList, MessageRow, QueryPage } from '../shared/card.tsx'
import {
  ChangeQuestion,
  type DialogProps,
  openDialog,
  type QuestionProps,
} from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { EditDialog, FormField, fieldsOf, typedFields } from '../shared/form-fields.tsx'
import { Notice } from '../shared/notice.tsx'
import { type TaskAt, TaskDialog } from '../shared/task-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { Composer } from './composer.tsx'
import { PlanTimeFields } from './plan-letter.tsx'

/** How often to check on letters being sent, in ms. */
const WHILE_SENDING = 3000

const lettersQuery = queryOptions({
  ...query(letters.list),
  refetchInterval: ({ state }) => {
    return state.data?.letters.some(({ doneAt }) => doneAt === null) ? WHILE_SENDING : false
  },
})

export function NewsletterPage() {
  return (
    <QueryPage what="newsletters" query={useQuery(lettersQuery)}>
      {({ subscribers, mailConfigured, testTo, postalAddress, planned, letters: sent }) => (
        <>
          {!mailConfigured && (
            <Notice tone="warning" className="mb-5">
              Email is not set up, so no newsletter can be sent. Set it up under Settings › Email.
            </Notice>
          )}
          {postalAddress === '' && (
            <Notice tone="warning" className="mb-5">
              By law each newsletter must show your mailing address.{' '}
              <a
                href="#settings/postal_address"
                className="font-semibold underline underline-offset-4"
              >
                Add it
              </a>
            </Notice>
          )}
          <PlannedLetters list={planned} />
          <Composer subscribers={subscribers} testTo={testTo} />
          <p className="mt-4">
            <a href="#subscribers" className="font-semibold underline underline-offset-4">
              See or import subscribers
            </a>
          </p>
          <section aria-labelledby="letters-sent" className="mt-10">
            <h3 id="letters-sent" className="mb-4 text-xl sm:text-2xl">
              Newsletters so far
            </h3>
            <CardList empty="No newsletters sent yet.">
              {sent.map((letter) => (
                <LetterRow key={letter.id} letter={letter} />
              ))}
            </CardList>
          </section>
        </>
      )}
    </QueryPage>
  )
}

function LetterRow({ letter }: { letter: SentLetter }) {
  const { formatMoment } = useFarmDates()
  const { subject, body, begunAt, doneAt, recipients, sent, failed, skipped } = letter
  return (
    <MessageRow
      title={subject}
      note={formatProgress(letter)}
      noteLook="tabular-nums"
      moment={formatMoment(begunAt)}
      badge={
        <Badge variant={doneAt ? 'default' : 'secondary'}>{doneAt ? 'Sent' : 'Sending'}</Badge>
      }
      text={body}
      above={
        !doneAt && (
          <progress
            aria-label="Sent so far"
            className="mx-4 mb-3 block w-[calc(100%-2rem)] accent-leaf"
            max={recipients}
            value={sent + failed + skipped}
          />
        )
      }
    />
  )
}

function formatProgress({ recipients, sent, failed, skipped }: SentLetter): string {
  const amount = (count: number) => count.toLocaleString('en-US')
  return [
    `${amount(sent)} of ${amount(recipients)} sent`,
    ...(failed > 0 ? [`${amount(failed)} could not be sent`] : []),
    ...(skipped > 0 ? [`${amount(skipped)} unsubscribed in the meantime`] : []),
  ].join(', ')
}

const TASKS = { change: ChangePlanDialog, send: SendNowDialog, 'take-back': TakeBackDialog }

function PlannedLetters({ list }: { list: readonly PlannedLetter[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      {list.length > 0 && (
        <section aria-labelledby="letters-planned" className="mb-8">
          <h3
            id="letters-planned"
            ref={heading}
            tabIndex={-1}
            className="mb-4 text-xl outline-none sm:text-2xl"
          >
            Planned newsletters
          </h3>
          <CardList>
            {list.map((plan) => (
              <PlannedRow key={plan.id} plan={plan} />
            ))}
          </CardList>
        </section>
      )}
      <TaskDialog base={BASE} heading={heading} taskAt={(path) => taskAt(path, list)} />
    </>
  )
}

const BASE = 'newsletter/planned'

function taskAt(path: string, list: readonly PlannedLetter[]): TaskAt {
  const [id, ending] = path.split('/')
  const kind = keysOf(TASKS).find((one) => one === ending)
  if (!kind) return null
  const plan = list.find((one) => String(one.id) === id)
  if (!plan) return 'gone'
  const Task = TASKS[kind]
  return { dialogOf: (dialog) => <Task plan={plan} {...dialog} />, parent: 'newsletter' }
}

function PlannedRow({ plan }: { plan: PlannedLetter }) {
  const { formatWeekdayDate, formatTime } = useFarmDates()
  const { subject, body, dueAt, isMissed } = plan
  const begin = (task: keyof typeof TASKS) => openDialog(`${BASE}/${plan.id}/${task}`)
  const when = `${formatWeekdayDate(dueAt)}, ${formatTime(dueAt)}`
  return (
    <MessageRow
      title={subject}
      note={
        isMissed
          ? 'It could not go out on time, and it is late now. What should happen to it?'
          : 'Leaves by itself'
      }
      moment={when}
      badge={
        <Badge variant={isMissed ? 'destructive' : 'secondary'}>
          {isMissed ? 'Not sent' : 'Planned'}
        </Badge>
      }
      text={body}
      above={
        <div className="mx-4 mb-4 flex flex-wrap gap-3">
          <Button onClick={() => begin('change')}>
            {isMissed ? 'Plan another time' : 'Change'}
          </Button>
          <Button variant="quiet" onClick={() => begin('send')}>
            Send now
          </Button>
          <Button variant="plain" onClick={() => begin('take-back')}>
            Take back
          </Button>
        </div>
      }
    />
  )
}

function TakeBackDialog({ plan, ...dialog }: QuestionProps & { plan: PlannedLetter }) {
  return (
    <ChangeQuestion
      {...dialog}
      title="Take this newsletter back?"
      confirmLabel="Take back"
      busyLabel="Taking back…"
      send={() => call(letters.takeBack, { params: { id: plan.id } })}
      done="Newsletter taken back"
      failed="Not taken back"
      refreshes={[letters.list]}
    >
      “{plan.subject}” will not be sent, and its text is deleted. To send it another day instead,
      change its time.
    </ChangeQuestion>
  )
}

function SendNowDialog({ plan, ...dialog }: QuestionProps & { plan: PlannedLetter }) {
  const { key, subject, body } = plan
  return (
    <ChangeQuestion
      {...dialog}
      title="Send this newsletter now?"
      confirmLabel="Send"
      busyLabel="Sending…"
      send={() => call(letters.send, { body: { key, subject, body } })}
      done="The newsletter is on its way"
      failed="Newsletter not sent"
      refreshes={[letters.list]}
    >
      “{subject}” goes to everyone who is subscribed now, instead of at its time. This cannot be
      undone.
    </ChangeQuestion>
  )
}

function ChangePlanDialog({ plan, ...dialog }: DialogProps & { plan: PlannedLetter }) {
  const save = useChange({
    send: ({ draft, loaded }: Saving<PlanText>) =>
      call(letters.changePlan, { params: { id: plan.id }, body: changeOf(loaded, draft) }),
    done: 'Newsletter changed',
    failed: 'Newsletter not changed',
    refreshes: [letters.list],
    onShown: dialog.onClose,
  })
  const edit = useEditForm({
    first: typedFields(PLAN_FIELDS, plan),
    read: (typed: PlanText) => typed,
    check: planText.safeParse,
    save,
  })
  const field = fieldsOf(PLAN_FIELDS, edit.wires)
  return (
    <EditDialog
      {...dialog}
      title="Change planned newsletter"
      shape="wide"
      edit={edit}
      fields={PLAN_FIELDS}
      save="Save Changes"
    >
      <div className="grid gap-5">
        <PlanTimeFields {...edit.wires} />
        <FormField {...field('subject')} />
        <FormField {...field('body')} rows={14} />
      </div>
    </EditDialog>
  )
}
