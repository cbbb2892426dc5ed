import { ChevronLeft, ChevronRight, MapPin } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type StallNoted, stall } from '#contract/market/stall.ts'
import { admin } from '#contract/people/admin.ts'
import { people, secretInLink } from '#contract/people/people.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { call } from '#web/api/call.ts'
import { canUsePasskeys } from '#web/api/can-use-passkeys.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { dropHash, replaceHash } from '#web/ui/use-hash.ts'
import { chooseDay, showNamedDay } from '../choose-day.ts'
import { HomeScreen } from '../frame/home-screen.tsx'
import { changePhone, stallStore } from '../hub.ts'
import { type Grant, nearestOf } from '../load-day.ts'
import { inTurn } from '../sync/in-turn.ts'
import { sendNow } from '../sync/start-sending.ts'
import { useStall } from '../use-stall.ts'
import { type GateAnswer, grantPhone, openGate } from './gate-calls.ts'

/**
 * The stall signs in separately: a home-screen app has its own cookies, so signing in elsewhere
 * doesn't help. Shows the market day that is open or opens next, unless another is chosen.
 */
export function Gate() {
  const [answer, setAnswer] = useState<GateAnswer | null>(null)
  const enter = async (next: GateAnswer) => {
    const nearest = isGrant(next) ? nearestOf(next) : null
    const isLoaded =
      (await showNamedDay()) ||
      (nearest !== null && (await chooseDay(nearest.id, { byHand: false }).then(YES, NO)))
    if (isLoaded) showDay()
    else setAnswer(next)
  }
  const open = () => {
    setAnswer(null)
    void openGate().then(enter)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the gate is reached
  useEffect(open, [])
  if (answer === null) return <GateCard title="Market day">One moment…</GateCard>
  if (answer === 'away') return <Away onRetry={open} />
  if (isGrant(answer)) return <ChooseDay days={answer.days} />
  return <SignIn emptied={answer === 'signed-out' ? null : answer} onDone={enter} />
}

function isGrant(answer: GateAnswer): answer is Grant {
  return typeof answer === 'object' && 'days' in answer
}

function GateCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-md px-4 py-8">
      <Back />
      <div className="grid gap-5 rounded-3xl border border-straw bg-card p-6">
        <h1 className="text-3xl">{title}</h1>
        {children}
      </div>
    </main>
  )
}

function Back() {
  const { phone, day } = useStall()
  if (!phone?.grant || !day) return null
  return (
    <a href="#hand-out" className={buttonLook({ variant: 'plain', size: 'sm' }, '-ml-2 mb-2')}>
      <ChevronLeft aria-hidden="true" className="size-5" /> Back to the market day
    </a>
  )
}

const PARTS = ['harvest', 'pack', 'hand-out', 'sell', 'close']

/** Keeps the part that the desk linked to, but neither the gate's own name nor a helper's link. */
function showDay(): void {
  const hash = location.hash.slice(1)
  if (PARTS.includes(hash.split('/')[0] ?? '')) replaceHash(hash)
  else dropHash()
}

const [YES, NO] = [() => true, () => false]

function Away({ onRetry }: { onRetry: () => void }) {
  const { days } = useStall()
  if (days.length > 0) return <ChooseDay days={days.map(({ day }) => day.marketDay)} />
  return (
    <GateCard title="No network">
      <p>
        Open this page once with a connection, at home before the market. From then on this phone
        works without one.
      </p>
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
    </GateCard>
  )
}

function ChooseDay({ days }: { days: Grant['days'] }) {
  if (days.length === 0) return <NoDay />
  return (
    <GateCard title="Choose a market day">
      <DayList days={days} onChosen={showDay} />
      <HomeScreen />
    </GateCard>
  )
}

function NoDay() {
  return (
    <GateCard title="No market yet">
      <p>A market day comes to this phone by itself, a week before it opens.</p>
      <HomeScreen />
    </GateCard>
  )
}

/** `emptied`: how many of the notes that the browser erased the shop has. */
type SignInProps = { emptied: StallNoted | null; onDone: (grant: Grant) => void }

function SignIn({ emptied, onDone }: SignInProps) {
  const { outbox } = useStall()
  const { refused, setRefused, isBusy, enter } = useEntering(onDone)
  const send = (form: HTMLFormElement) => {
    const password = String(new FormData(form).get('password') ?? '')
    if (password === '') return setRefused('Please enter the password.')
    void enter(call(admin.login, { body: { password } }))
  }
  return (
    <GateCard title="Market day">
      {emptied && <Emptied noted={emptied} />}
      <HomeScreen />
      <p className="text-bark-deep">
        {outbox.length > 0
          ? `Sign in to send the ${outbox.length} that wait on this phone. Nothing is lost.`
          : 'Hand out orders and sell at the market here, with or without a signal.'}
      </p>
      <Form className="grid gap-4" onSubmit={send}>
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          error={refused}
          onInput={() => setRefused(undefined)}
        />
        <Button type="submit" size="lg" busy={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
      </Form>
      <PasskeyButton onDone={onDone} />
      <LinkForm onDone={onDone} />
    </GateCard>
  )
}

function useEntering(onDone: SignInProps['onDone']) {
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const enter = async (signedIn: Promise<unknown>, fallback?: string) => {
    setRefused(undefined)
    setIsBusy(true)
    await signedIn
      .then(grantPhone)
      .then(onDone, (failure) => setRefused(sentenceOf(failure, fallback)))
    setIsBusy(false)
  }
  return { refused, setRefused, isBusy, enter }
}

/** Says it plainly: what a browser silently erases is the one thing that can't be recovered. */
function Emptied({ noted }: { noted: StallNoted }) {
  return (
    <p role="alert" className="rounded-2xl bg-beet-pale px-4 py-3">
      <strong className="text-beet-deep">This phone was emptied.</strong> Its browser threw away
      what the stall kept here. {notedText(noted, new Date())} Put the page on the home screen so
      that this does not happen again.
    </p>
  )
}

/** `By 11:50 AM it had made 12 notes, and the shop has 10 of them. …` */
export function notedText({ announced, arrived, heardAt }: StallNoted, now: Date): string {
  if (!heardAt)
    return 'The shop never heard from it: whatever it noted has to be entered at the desk.'
  const until = `By ${formatClock(heardAt, now)} it had made ${notes(announced)}`
  const later = 'Whatever it noted after that has to be entered at the desk.'
  if (announced === 0) return `${until}. ${later}`
  if (arrived >= announced) return `${until}, and the shop has ${allOf(announced)}. ${later}`
  return `${until}, and the shop has ${arrived} of them. The others, and whatever it noted after that, have to be entered at the desk.`
}

const notes = (count: number) => (count === 1 ? 'one note' : `${count === 0 ? 'no' : count} notes`)

function allOf(count: number): string {
  return count === 1 ? 'it' : 'all of them'
}

const code = () => import('#web/api/passkey.ts')

function PasskeyButton({ onDone }: Pick<SignInProps, 'onDone'>) {
  const [isOffered, setIsOffered] = useState(false)
  const { refused, isBusy, enter } = useEntering(onDone)
  useEffect(() => {
    if (!canUsePasskeys()) return
    void code()
      .then(({ isPasskeyOffered }) => isPasskeyOffered())
      .then(setIsOffered, () => {})
  }, [])
  if (!isOffered) return null
  const signedIn = () => code().then(({ signInByPasskey }) => signInByPasskey(false))
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        size="lg"
        busy={isBusy}
        onClick={() => void enter(signedIn(), 'The shop could not be reached.')}
      >
        {isBusy ? 'Waiting for the passkey…' : 'Sign in with a passkey'}
      </Button>
      {refused && (
        <p role="alert" className="text-beet-deep">
          {refused}
        </p>
      )}
    </div>
  )
}

/**
 * A helper's link replaces the password. It is pasted, since a home-screen app shares no cookies
 * with the browser that opens links, unless it opened this page.
 */
function LinkForm({ onDone }: Pick<SignInProps, 'onDone'>) {
  const [opened] = useState(() => secretInLink(location.hash))
  const [isShown, setIsShown] = useState(opened !== null)
  const { refused, setRefused, isBusy, enter } = useEntering(onDone)
  const take = (secret: string | null) =>
    secret === null
      ? setRefused('Please paste the whole link.')
      : void enter(call(people.linkDevice, { body: { secret } }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page was opened
  useEffect(() => {
    if (opened !== null) take(opened)
  }, [])
  const send = (form: HTMLFormElement) =>
    take(secretInLink(String(new FormData(form).get('link') ?? '')))
  if (!isShown)
    return (
      <Button variant="plain" onClick={() => setIsShown(true)}>
        I have a link from the farmer
      </Button>
    )
  return (
    <Form className="grid gap-4 border-t border-straw pt-5" onSubmit={send}>
      <TextField
        label="Link from the farmer"
        name="link"
        required
        error={refused}
        hint="Copy it from the message and paste it here. It works once."
        onInput={() => setRefused(undefined)}
      />
      <Button type="submit" variant="quiet" size="lg" busy={isBusy}>
        Use the link
      </Button>
    </Form>
  )
}

export function SigningOut() {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    void signOut().then((sentence) => (sentence ? setSaid(sentence) : location.assign('/admin')))
  }, [])
  return (
    <GateCard title="Signing out">
      <p role="status">{said ?? 'Sending what waits on this phone first…'}</p>
    </GateCard>
  )
}

/**
 * Sends what is waiting, then ends this phone's time at the market. If something can't be sent, the
 * phone stays and only the desk is signed out. Returns what to tell the person.
 */
async function signOut(): Promise<string | undefined> {
  await sendNow({ byHand: true })
  return inTurn(async () => {
    const store = await stallStore()
    const waiting = (await store.outbox()).length
    try {
      if (waiting === 0) await call(stall.leave).catch(unlessOver)
      await call(admin.logout)
    } catch (failure) {
      return sentenceOf(failure, `The shop could not be reached. ${keptText(waiting)}`)
    }
    if (waiting > 0) return `Signed out at the desk. ${keptText(waiting)}`
    const days = await store.days()
    await store.forgetDays(days.map(({ id }) => id))
    await changePhone({ grant: null, marketDayId: null, by: null })
    return undefined
  })
}

function keptText(waiting: number): string {
  if (waiting === 0) return 'Please try again with a connection.'
  const [notes, go] = waiting === 1 ? ['1 note is', 'It goes'] : [`${waiting} notes are`, 'They go']
  return `${notes} kept on this phone. ${go} out as soon as there is a signal.`
}

/** A grant that is already over needn't be ended. */
function unlessOver(failure: unknown): void {
  if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
}

export function DayList({ days, onChosen }: { days: Grant['days']; onChosen: () => void }) {
  const { day: shown } = useStall()
  const [busy, setBusy] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const choose = async (id: number) => {
    setBusy(id)
    setRefused(undefined)
    await chooseDay(id).then(onChosen, (failure) =>
      setRefused(sentenceOf(failure, 'This day is not on the phone yet. It needs a connection.')),
    )
    setBusy(undefined)
  }
  return (
    <>
      <ul className="overflow-hidden rounded-2xl border border-straw bg-card">
        {days.map(({ id, day, placeName }) => {
          const isShown = id === shown?.marketDay.id
          return (
            <li key={id} className="border-b border-straw last:border-0">
              <button
                type="button"
                aria-pressed={isShown}
                aria-busy={busy === id || undefined}
                onClick={() => void choose(id)}
                className={classNames(
                  'flex min-h-14 w-full cursor-pointer items-center gap-3 px-3.5 py-1.5 text-left leading-snug aria-busy:opacity-55',
                  isShown && 'bg-sprout',
                )}
              >
                <MapPin aria-hidden="true" className="size-5 shrink-0 text-leaf-deep" />
                <span className="min-w-0 grow wrap-anywhere">
                  <strong className="block font-semibold">{placeName}</strong>
                  <span className="text-[0.9375rem] text-bark-deep">{formatBriefDay(day)}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep" />
              </button>
            </li>
          )
        })}
      </ul>
      {refused && (
        <p role="alert" className="font-semibold text-beet">
          {refused}
        </p>
      )}
    </>
  )
}
