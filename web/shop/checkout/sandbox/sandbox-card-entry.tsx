import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { afterPress } from '../after-press.ts'
import type { CardEntryProps, CardProvider } from '../card-provider.ts'
import {
  authenticateInSandbox,
  type BankOutcome,
  confirmInSandbox,
  useShopClock,
} from './sandbox-calls.ts'
import {
  acceptedDigits,
  type CardField,
  faultsOf,
  groupedNumber,
  NOT_A_TEST_CARD,
  TEST_CARDS,
  type TestCard,
  type TypedCard,
  testCardOf,
} from './test-cards.ts'

const GROUPS = [...new Set(TEST_CARDS.map(({ group }) => group))]

type TestCardButtonsProps = { onFill: (card: TestCard) => void; chosen: TestCard | undefined }

function TestCardButtons({ onFill, chosen }: TestCardButtonsProps) {
  const [visa] = TEST_CARDS
  return (
    <div className="grid gap-2">
      <p className="text-[0.9375rem] text-bark-deep">
        No card at hand? A tap fills in a test card.
      </p>
      {visa && <CardButton card={visa} isChosen={chosen === visa} onFill={onFill} />}
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-lg font-semibold text-leaf underline underline-offset-4">
          More test cards
        </summary>
        {GROUPS.map((group) => (
          <fieldset key={group} className="mt-2">
            <legend className="mb-1.5 text-[0.9375rem] text-bark-deep">{group}</legend>
            <div className="flex flex-wrap gap-2">
              {TEST_CARDS.filter((card) => card.group === group && card !== visa).map((card) => (
                <CardButton
                  key={card.token}
                  card={card}
                  isChosen={chosen === card}
                  onFill={onFill}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </details>
    </div>
  )
}

type CardButtonProps = { card: TestCard; isChosen: boolean; onFill: (card: TestCard) => void }

function CardButton({ card, isChosen, onFill }: CardButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={groupedNumber(card.number)}
      onClick={() => onFill(card)}
      className={classNames(
        'min-h-11 cursor-pointer justify-self-start rounded-full border-[1.5px] px-4 text-[0.9375rem] font-semibold',
        isChosen ? 'border-leaf bg-sprout' : 'border-straw bg-card hover:border-bark',
      )}
    >
      {card.name}{' '}
      <span className="font-normal text-bark-deep tabular-nums">…{card.number.slice(-4)}</span>
    </button>
  )
}

export const sandboxCards: CardProvider = {
  cardEntry: (props) => <SandboxCardEntry {...props} />,
}

type Faults = Partial<Record<CardField, string>>

type Left = Partial<Record<CardField, boolean>>

const NOTHING_TYPED: TypedCard = { number: '', expiry: '', cvc: '' }

/** Accepts only test numbers, and passes on nothing but their token. */
function SandboxCardEntry({ ref, fault, onChange }: CardEntryProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [faults, setFaults] = useState<Faults>({})
  const [left, setLeft] = useState<Left>({})
  const [answerBank, setAnswerBank] = useState<((outcome: BankOutcome) => void) | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  const shopNow = useShopClock()

  useImperativeHandle(ref, () => {
    const authenticate = async (clientSecret: string) => {
      const outcome = await new Promise<BankOutcome>((resolve) => setAnswerBank(() => resolve))
      setAnswerBank(null)
      return authenticateInSandbox(clientSecret, outcome)
    }
    const findFault = () => {
      const found = faultsOf(typed, shopNow())
      // At Pay, the wiped number would just be missing, so keep saying why it was wiped.
      if (found.number && faults.number === NOT_A_TEST_CARD) found.number = NOT_A_TEST_CARD
      setFaults(found)
      const [first] = Object.entries(found)
      if (!first) return null
      const [name, message] = first
      return { message, focus: () => focusField(fields.current, name) }
    }
    return {
      findFault,
      createPaymentMethod: async () => {
        const fault = findFault()
        if (!fault) return { paymentMethod: { id: testCardOf(typed.number)?.token ?? '' } }
        fault.focus()
        return { error: { message: fault.message } }
      },
      confirmCardPayment: (clientSecret) => confirmInSandbox(clientSecret, authenticate),
      handleNextAction: authenticate,
    }
  }, [typed, faults, shopNow])
  useEffect(() => {
    if (fault?.isMistyped) focusField(fields.current, fault.field)
  }, [fault])

  const fill = ({ number }: TestCard) => {
    setTyped({
      number: groupedNumber(number),
      expiry: '12 / 34',
      cvc: number.startsWith('3') ? '1234' : '123',
    })
    setFaults({})
    setLeft({})
    onChange()
  }
  return (
    <div ref={fields} className="grid gap-4">
      <CardFields
        typed={typed}
        faults={{
          ...faults,
          ...faultsOfLeft(typed, left, shopNow()),
          ...(fault && { [fault.field]: fault.text }),
        }}
        onLeave={(field) => afterPress(() => setLeft({ ...left, [field]: true }))}
        onType={(field, value) => {
          setTyped({ ...typed, [field]: value ?? '' })
          setFaults({ ...faults, [field]: value === null ? NOT_A_TEST_CARD : undefined })
          setLeft({ ...left, [field]: false })
          onChange()
        }}
      />
      <TestCardButtons onFill={fill} chosen={testCardOf(typed.number)} />
      <Dialog
        open={answerBank !== null}
        onClose={() => answerBank?.('fail')}
        onFocusLost={() => focusField(fields.current, 'number')}
        title="Your bank wants to make sure it’s you"
        description="This is where your bank would check that it’s really you (3-D Secure). It’s a test: choose what it should find."
      >
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => answerBank?.('complete')}>Complete authentication</Button>
          <Button variant="quiet" onClick={() => answerBank?.('fail')}>
            Fail authentication
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

function faultsOfLeft(typed: TypedCard, left: Left, now: Date): Faults {
  const found = Object.entries(faultsOf(typed, now)) as [CardField, string][]
  return Object.fromEntries(found.filter(([field]) => left[field] && typed[field] !== ''))
}

function focusField(fields: HTMLElement | null, name: string): void {
  fields?.querySelector<HTMLInputElement>(`[data-card=${name}]`)?.focus()
}

type CardFieldsProps = {
  typed: TypedCard
  faults: Faults
  /** Null when no test number starts like what was typed. */
  onType: (field: CardField, value: string | null) => void
  onLeave: (field: CardField) => void
}

/** The fields have no names, so no browser offers a real card and no form sends one. */
function CardFields({ typed, faults, onType, onLeave }: CardFieldsProps) {
  const field = (name: CardField) => ({
    'data-card': name,
    value: typed[name],
    error: faults[name],
    required: true,
    autoComplete: 'off',
    inputMode: 'numeric' as const,
    enterKeyHint: name === 'cvc' ? ('go' as const) : ('next' as const),
    onBlur: () => onLeave(name),
  })
  return (
    <div className="grid gap-4">
      <TextField
        {...field('number')}
        label="Test card number"
        placeholder="4242 4242 4242 4242"
        onChange={(event) => {
          const digits = acceptedDigits(event.target.value)
          onType('number', digits === null ? null : groupedNumber(digits))
        }}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4">
        <TextField
          {...field('expiry')}
          label="Expires"
          placeholder="MM / YY"
          maxLength={9}
          onChange={(event) => onType('expiry', groupedExpiry(event.target.value, typed.expiry))}
        />
        <TextField
          {...field('cvc')}
          label="CVC"
          placeholder="123"
          maxLength={4}
          onChange={(event) => onType('cvc', event.target.value.replaceAll(/\D/g, ''))}
        />
      </div>
    </div>
  )
}

/** `01 / 30` from `1/30`, `0130` and `1/2030`; what is deleted at the end stays deleted. */
export function groupedExpiry(typed: string, before: string): string {
  const text = typed.replace(/^\D+/, '')
  const [month = ''] = text.match(/^\d{1,2}/) ?? []
  const rest = text.slice(month.length)
  const [between = ''] = rest.split(/\d/, 1)
  const digits = rest.replaceAll(/\D/g, '')
  const year = digits.startsWith('20')
    ? digits.slice(digits.length > 3 ? 2 : 0, 4)
    : digits.slice(0, 2)
  const isMonth = month.length === 2 || (month !== '' && between.includes('/'))
  const isGrowing = typed.length > before.length
  return year || (isMonth && isGrowing) ? `${month.padStart(2, '0')} / ${year}` : month
}
