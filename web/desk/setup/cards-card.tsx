import { queryOptions, useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleX } from 'lucide-react'
import {
  type CardCheck,
  type CardKeys,
  type CardSetup,
  type CardStep,
  cardSettings,
} from '#contract/money/cards.ts'
import { admin } from '#contract/people/admin.ts'
import { type CardState, firstStepsOf } from '#contract/settings/first-steps.ts'
import { call, query } from '#web/api/call.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Card, QueryStates } from '../shared/card.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { Facts } from '../shared/facts.tsx'
import { ActionDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { CardsDialog } from './cards-dialog.tsx'

/** How often to ask how a check is going, in ms. */
const PACE = 2000

const cardsQuery = queryOptions({
  ...query(cardSettings.show),
  refetchInterval: ({ state }) => (state.data?.check.state === 'running' ? PACE : false),
})

export function CardsCard() {
  return (
    <QueryStates what="the card settings" query={useQuery(cardsQuery)}>
      {(cards) => <Cards {...cards} />}
    </QueryStates>
  )
}

type StateText = Record<'label' | 'text' | 'button', string> & { variant: BadgeVariant }

const STATES: Record<CardState, StateText> = {
  live: {
    label: 'Live',
    variant: 'default',
    text: 'Real cards are taken through Stripe.',
    button: 'Change the keys',
  },
  test: {
    label: 'Test mode',
    variant: 'secondary',
    text: 'You can’t take real cards yet: Stripe’s test keys are set, so customers can try the checkout and nobody pays.',
    button: 'Go live',
  },
  sandbox: {
    label: 'Test cards only',
    variant: 'secondary',
    text: 'You can’t take real cards yet: the shop takes made-up test cards, and nobody pays. To take money you need an account at Stripe.',
    button: 'Connect Stripe',
  },
  closed: {
    label: 'No cards',
    variant: 'destructive',
    text: 'The shop took live money and its live keys are gone, so it takes no cards until they are set again.',
    button: 'Set the live keys',
  },
}

function Cards({ setBy, whyNot, mode, check, ...keys }: CardSetup) {
  const { label, variant, text, button } = STATES[mode]
  const isRunning = check.state === 'running'
  return (
    <Card aria-labelledby="setup-cards" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="setup-cards" className="text-xl">
          Cards online
        </h3>
        <Badge variant={variant}>{label}</Badge>
      </div>
      <p>{text}</p>
      {keys.live && <KeyFacts title="Live keys" keys={keys.live} />}
      {keys.test && <KeyFacts title="Test keys" keys={keys.test} />}
      <CheckResult {...check} />
      {whyNot && <p className="text-bark-deep">{whyNot}</p>}
      {!whyNot && (
        <>
          <div className="flex flex-wrap gap-3">
            <Button
              variant={mode === 'live' ? 'quiet' : 'primary'}
              disabled={isRunning}
              onClick={() => openDialog('taking-money/stripe')}
            >
              {button}
            </Button>
            {MODES.map(
              (one) =>
                keys[one] && (
                  <Button
                    key={one}
                    variant="plain"
                    className="text-beet"
                    disabled={isRunning}
                    onClick={() => openDialog(`taking-money/no-${one}`)}
                  >
                    Take out the {one} keys
                  </Button>
                ),
            )}
          </div>
          <DialogAt address="taking-money/stripe">
            {(dialog) => (
              <CardsDialog title={button} kind={mode === 'sandbox' ? 'test' : 'live'} {...dialog} />
            )}
          </DialogAt>
          {MODES.map((one) => (
            <DialogAt key={one} address={`taking-money/no-${one}`}>
              {(dialog) => <RemoveDialog mode={one} keys={keys[one]} {...dialog} />}
            </DialogAt>
          ))}
        </>
      )}
    </Card>
  )
}

const MODES = ['live', 'test'] as const

function KeyFacts({ title, keys }: { title: string; keys: CardKeys }) {
  const { formatMoment } = useFarmDates()
  const { webhook, endsWith } = keys
  const heard = webhook?.heardAt
    ? `Last on ${formatMoment(webhook.heardAt)}`
    : webhook
      ? 'Nothing yet'
      : 'Not set up: Stripe can’t reach the shop'
  const facts = [
    [title, `Set, ending in ${endsWith}`],
    ['News from Stripe', heard],
  ] as const
  return (
    <>
      <Facts facts={facts} />
      {webhook?.fault && <Notice tone="warning">{webhook.fault}</Notice>}
    </>
  )
}

function CheckResult({ state, livemode, at, steps }: CardCheck) {
  const { formatMoment } = useFarmDates()
  if (state === 'none') return null
  const which = livemode ? 'live' : 'test'
  if (state === 'passed' && at)
    return (
      <p className="text-bark-deep">
        The {which} keys passed all {steps.length} steps of the check on {formatMoment(at)}.
      </p>
    )
  const missing = [...new Set(steps.flatMap(({ permission }) => permission ?? []))]
  return (
    <>
      {state === 'running' ? (
        <p role="status">Checking the {which} keys at Stripe. This can take a minute.</p>
      ) : (
        <Notice tone="failure" role="alert">
          The {which} keys were not taken, and nothing was changed.
          {missing.length > 0 &&
            ` The key lacks ${missing.join(', ')}: tick that at Stripe, then check again.`}
        </Notice>
      )}
      <ul className="grid gap-1.5">
        {steps.map((step) => (
          <StepRow key={step.what} {...step} />
        ))}
      </ul>
    </>
  )
}

const STEP = {
  ok: { Icon: CircleCheck, look: 'text-leaf-deep', said: 'passed' },
  differs: { Icon: CircleX, look: 'text-beet', said: 'failed' },
  waiting: { Icon: Circle, look: 'text-bark', said: 'not tried' },
}

function StepRow({ what, state, differs, permission }: CardStep) {
  const { Icon, look, said } = STEP[state]
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', look)} />
      <span className="wrap-anywhere">
        {what}
        <span className="sr-only">: {said}</span>
        {differs && (
          <span className="block text-[0.9375rem] text-bark-deep">
            {permission ? `Missing: ${permission}` : differs}
          </span>
        )}
      </span>
    </li>
  )
}

function RemoveDialog({
  mode,
  keys,
  ...dialog
}: DialogProps & { mode: 'live' | 'test'; keys: CardKeys | null }) {
  const [paid, paying] = [keys?.refundable ?? 0, keys?.unsettled ?? 0]
  const orders = paid === 1 ? '1 order' : `${paid} orders`
  return (
    <ActionDialog
      {...dialog}
      title={`Take out the ${mode} keys?`}
      description={
        mode === 'live'
          ? 'Customers can’t pay by card until live keys are set again.'
          : 'Unless live keys are set, the shop takes made-up test cards again.'
      }
      button="Take them out"
      send={() => call(cardSettings.remove, { body: { mode } })}
      done="The keys are out"
      failed="The keys were not taken out"
      refreshes={[cardSettings.show, firstStepsOf.show, admin.notices]}
    >
      <div className="grid gap-3 empty:hidden">
        {paying > 0 && (
          <Notice tone="warning">Payments are under way with these keys: they end first.</Notice>
        )}
        {paid > 0 && (
          <Notice tone="warning">
            {orders} of the last 120 days can then be refunded at Stripe only.
          </Notice>
        )}
      </div>
    </ActionDialog>
  )
}
